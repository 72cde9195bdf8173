// Messages per second that one thread composes, with and without DKIM: this build and, if a folder is given, another
// one, alternating with copies of a finished message as the limit.
// node scripts/run.js bench/compose.ts [FOLDER OF ANOTHER BUILD] [SECONDS] [CASE]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import type { ComposeCase, ComposeRun } from './composer.ts'
import { median, print } from './measure.ts'

const [other, seconds = '1', only] = process.argv.slice(2)
const rounds = 3
const sizes = [
  { name: '5 KB, 5 links', html: 'small' },
  { name: '45 KB, 20 links', html: 'large' },
  { name: '45 KB, 600 merge tags', html: 'tags' },
  { name: '45 KB, 600 with a filter', html: 'filters' },
] as const

const builds: Record<string, ChildProcess> = { now: fork(await bundleOf('.')) }
if (other !== undefined) builds.before = fork(await bundleOf(other))

const rows = []
for (const { name, html } of sizes) {
  for (const isSigned of [false, true]) {
    if (only !== undefined && !name.includes(only)) continue
    const taken: Record<string, ComposeRun[]> = {}
    const add = async (what: string, build: string, wanted: Partial<ComposeCase>) => {
      const run = await measure(build, {
        html,
        isSigned,
        isLimit: false,
        ms: Number(seconds) * 1000,
        ...wanted,
      })
      taken[what] = [...(taken[what] ?? []), run]
    }
    // The first run of a build optimises its code.
    for (const build of Object.keys(builds))
      await measure(build, { html, isSigned, isLimit: false, ms: 500 })
    for (let round = 0; round < rounds; round++) {
      await add('copy', 'now', { isLimit: true, ms: 200 })
      for (const build of Object.keys(builds)) await add(build, build, {})
    }
    rows.push(rowOf(name, isSigned, taken))
  }
}
for (const child of Object.values(builds)) child.disconnect()
print(
  `composing in one thread, median of ${rounds} runs of ${seconds} s on Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`,
  rows,
)

function rowOf(name: string, isSigned: boolean, taken: Record<string, ComposeRun[]>) {
  const of = (what: string, value: (run: ComposeRun) => number) =>
    median((taken[what] ?? []).map(value))
  const rate = (what: string) => of(what, ({ messages, wallMs }) => (messages * 1000) / wallMs)
  const mainUs = (what: string) => of(what, ({ messages, mainMs }) => (mainMs * 1000) / messages)
  const cpuUs = (what: string) => of(what, ({ messages, cpuMs }) => (cpuMs * 1000) / messages)
  return {
    what: name,
    DKIM: isSigned ? 'yes' : 'no',
    KB: (of('now', ({ bytes }) => bytes) / 1024).toFixed(1),
    'copies/s': Math.round(rate('copy')),
    'now/s': Math.round(rate('now')),
    'main, us': Math.round(mainUs('now')),
    'CPU, us': Math.round(cpuUs('now')),
    'of copy': (rate('now') / rate('copy')).toFixed(3),
    ...(taken.before && {
      'before/s': Math.round(rate('before')),
      'before: main, us': Math.round(mainUs('before')),
      'CPU, us ': Math.round(cpuUs('before')),
      'now / before': (rate('now') / rate('before')).toFixed(2),
      'by main thread': (mainUs('before') / mainUs('now')).toFixed(2),
    }),
  }
}

async function measure(build: string, wanted: ComposeCase): Promise<ComposeRun> {
  const child = builds[build] as ChildProcess
  const answer = once(child, 'message')
  child.send(wanted)
  const [run] = await answer
  return run as ComposeRun
}

/** Bundles the composer with the sources in a folder, and returns its file. */
async function bundleOf(folder: string): Promise<string> {
  const sources = resolve(folder, 'src')
  const target = resolve('node_modules/.cache/compose', basename(resolve(folder)))
  const options = resolve('bench/composer-options-before.ts')
  const signingThread = resolve(sources, 'service/signing-thread.ts')
  const hasThread = existsSync(signingThread)
  const bundle = await rolldown({
    input: { composer: 'bench/composer.ts', ...(hasThread && { 'signing-thread': signingThread }) },
    platform: 'node',
    external: [/^[^./]/],
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        resolveId(source) {
          if (source.startsWith('../src/')) return resolve(sources, source.slice('../src/'.length))
          return source.endsWith('/composer-options.ts') && !hasThread ? options : undefined
        },
      },
    ],
  })
  await bundle.write({ dir: target, format: 'esm', entryFileNames: '[name].js' })
  return resolve(target, 'composer.js')
}
