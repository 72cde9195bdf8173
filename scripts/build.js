import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStamp, stampOf } from './stamp.js'
import { ensureTree } from './tree.js'

const folder = 'dist'
/** Records from which sources the bundle was built. */
const stampName = '.built'
const sources = [
  'src',
  'rolldown.config.js',
  'scripts/prerendered-help.js',
  'scripts/editor-files.js',
  'scripts/notices.js',
  'scripts/parsed-tree.js',
  'scripts/slim-undici.js',
  'scripts/tree-source.ts',
  'scripts/tree.js',
  'package.json',
  'package-lock.json',
]

/** For this long a running program may still load a chunk of an earlier build. */
const keepMs = 3_600_000

export const isBuilt = () => readStamp(join(folder, stampName)) === stampOf(sources)

/**
 * Builds in a temporary folder and moves file by file. Chunks are named by their content, so a running
 * program keeps its own. Entries keep their names and are moved last, when all their chunks exist.
 */
export async function build({ isClean }) {
  await ensureTree()
  const { rolldown } = await import('rolldown')
  const { default: configs } = await import('../rolldown.config.js')
  const stamp = stampOf(sources)
  const aside = `node_modules/.cache/build-${process.pid}`
  try {
    const written = []
    for (const config of configs) {
      const bundle = await rolldown({ ...config, logLevel: 'warn' })
      const { output } = await bundle.write({ ...config.output, dir: aside })
      written.push(...output)
    }
    mkdirSync(folder, { recursive: true })
    const entries = written.filter(({ isEntry }) => isEntry)
    const others = written.filter(({ isEntry }) => !isEntry)
    const names = [...others, ...entries].map(({ fileName }) => fileName)
    for (const name of names) renameSync(join(aside, name), join(folder, name))
    writeFileSync(join(folder, stampName), stamp)
    removeOthers([...names, stampName], isClean ? 0 : keepMs)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function removeOthers(names, ageMs) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const isOld = Date.now() - statSync(path).mtimeMs >= ageMs
    if (isOld && !names.includes(name)) rmSync(path, { recursive: true, force: true })
  }
}
