// Opens and clicks per second: the service's tracking URLs compared with two bare routes of the same framework,
// alternating under the same load, and the time that each takes on a processor for a visit. With --before, the
// build of another version alternates too. Also checks that every answered visit was stored.
// node scripts/run.js bench/tracking.ts [--seconds N] [--rounds N] [--people N] [--before bin/remite.js]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { parseMessage, startSinkProcess } from '../test/support/mail/smtp-sink.ts'
import {
  createInstallation,
  startCampaign,
  untilSent,
} from '../test/support/processes/installation.ts'
import { startServiceProcess } from '../test/support/processes/service-process.ts'
import { waitFor } from '../test/support/wait.ts'
import { median, print } from './measure.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    /** Enough contacts that none clicks as fast as a machine would. */
    people: { type: 'string', default: '5000' },
    before: { type: 'string' },
  },
})
const [seconds, rounds, people] = [values.seconds, values.rounds, values.people].map(Number) as [
  number,
  number,
  number,
]
const connections = 8
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
const kinds = ['open', 'click'] as const
type Kind = (typeof kinds)[number]

interface Target {
  name: string
  pid: number
  pool: Pool
  paths: Record<Kind, readonly string[]>
  perSecond: Record<Kind, number[]>
  cpuMicroseconds: Record<Kind, number[]>
  answered: Record<Kind, number>
  /** Returns how many visits are stored. */
  stored?(): Promise<number>
  stop(): Promise<unknown>
}

const service = await startService('service', undefined)
const targets = [
  await startBare(service.paths),
  ...(values.before ? [await startService('before', values.before)] : []),
  service,
]
const loads: number[] = []
for (let round = 0; round < rounds; round++) {
  for (const kind of kinds) for (const target of targets) await measure(target, kind)
}
const stored = await Promise.all(targets.map(storedOf))
for (const { pool, stop } of targets) {
  await pool.close()
  await stop()
}
report()

async function startService(name: string, program: string | undefined): Promise<Target> {
  const stage = await createInstallation(people, undefined, program)
  const sink = await startSinkProcess(join(stage.folder, 'messages.ndjson'))
  const process = await startServiceProcess({
    ...{ folder: stage.folder, smtpUrl: sink.url, port: Number(new URL(stage.url).port), program },
    // Behind a proxy, so that each visit comes from its own network: visits are limited by network.
    flags: ['--trusted-proxies', '1'],
  })
  const html = '<p><a href="https://shop.example/oferta">x</a></p>'
  const campaign = await startCampaign(stage, html)
  await untilSent(stage, campaign)
  const messages = sink.messages()
  await sink.stop()
  return {
    ...targetOf(name, process.pid, new URL(stage.url).origin),
    paths: { open: await pathsIn(messages, '/o/'), click: await pathsIn(messages, '/c/') },
    async stored() {
      const stats = await stage.get(`/campaigns/${campaign}/stats`)
      return stats.opens + stats.clicks + stats.machine_opens + stats.machine_clicks
    },
    stop: process.stop,
  }
}

async function startBare(paths: Target['paths']): Promise<Target> {
  const bare = fork('bench/bare-tracking.mjs')
  const [port] = await once(bare, 'message')
  const target = targetOf('bare', bare.pid ?? 0, `http://127.0.0.1:${port}`)
  return { ...target, paths, stop: async () => bare.disconnect() }
}

function targetOf(name: string, pid: number, origin: string) {
  return {
    name,
    pid,
    pool: new Pool(origin, { connections, pipelining: 4 }),
    perSecond: { open: [], click: [] },
    cpuMicroseconds: { open: [], click: [] },
    answered: { open: 0, click: 0 },
  }
}

async function measure(target: Target, kind: Kind): Promise<void> {
  loads.push(loadavg()[0] ?? 0)
  const before = { at: performance.now(), cpuMs: cpuMs(target.pid) }
  const visits = await load(target.pool, target.paths[kind])
  const ms = performance.now() - before.at
  target.answered[kind] += visits
  target.perSecond[kind].push((visits / ms) * 1000)
  target.cpuMicroseconds[kind].push(((cpuMs(target.pid) - before.cpuMs) / visits) * 1000)
}

/** Returns the time that a process has spent on processors, from `/proc`, in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Returns the number of answered requests. */
async function load(pool: Pool, paths: readonly string[]): Promise<number> {
  const end = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: connections * 4 }, async (_, lane) => {
      for (let index = lane; performance.now() < end; index++) {
        const path = paths[index % paths.length] ?? '/'
        const address = `10.${lane}.${(index >> 8) & 255}.${index & 255}`
        const { statusCode, body } = await pool.request({
          ...{ method: 'GET', path },
          headers: { ...headers, 'x-forwarded-for': address },
        })
        await body.dump()
        if (statusCode >= 400) throw new Error(`${path}: ${statusCode}`)
        count++
      }
    }),
  )
  return count
}

async function pathsIn(
  messages: readonly { raw: Buffer }[],
  prefix: string,
): Promise<readonly string[]> {
  const found = await Promise.all(
    messages.map(async ({ raw }) => {
      const { html = '' } = await parseMessage(raw)
      return [...html.matchAll(/https?:\/\/[^/"]+(\/[^"]*)"/g)].flatMap(([, path]) => path ?? [])
    }),
  )
  return found.flat().filter((path) => path.startsWith(prefix))
}

/** Returns how many visits are stored, when all are or after a minute. */
async function storedOf({ stored, answered }: Target): Promise<number | undefined> {
  if (!stored) return undefined
  let count = 0
  await waitFor(async () => {
    count = await stored()
    return count === answered.open + answered.click
  }, 60_000).catch(() => {})
  return count
}

function report(): void {
  const bare = targets[0] as Target // it is the first
  const ratio = (of: readonly number[], to: readonly number[]) =>
    median(of.map((value, round) => value / (to[round] ?? 1))).toFixed(2)
  const machine = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`
  print(
    `tracking over ${connections} connections, medians of ${rounds} rounds of ${seconds} s on Node ${process.versions.node}; ${machine}`,
    kinds.flatMap((kind) =>
      targets.map(({ name, perSecond, cpuMicroseconds }) => ({
        what: kind,
        of: name,
        'visits/s': Math.round(median(perSecond[kind])),
        'over the bare route': ratio(perSecond[kind], bare.perSecond[kind]),
        'CPU µs/visit': Math.round(median(cpuMicroseconds[kind])),
        'bare CPU over it': ratio(bare.cpuMicroseconds[kind], cpuMicroseconds[kind]),
      })),
    ),
  )
  for (const [index, { name, answered }] of targets.entries()) {
    if (stored[index] === undefined) continue
    console.log(`${name} stored ${stored[index]} of ${answered.open + answered.click} visits`)
  }
}
