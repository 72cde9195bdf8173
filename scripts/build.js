import { createHash } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const folder = 'dist'
/** Says from which sources the bundle was built. */
const stampName = '.built'
const sources = [
  'src',
  'rolldown.config.js',
  'scripts/drawn-pages.js',
  'scripts/editor-files.js',
  'scripts/notices.js',
  'scripts/parsed-tree.js',
  'scripts/slim-undici.js',
  'package.json',
  'package-lock.json',
]

/** So long a program that runs from an earlier build may still load one of its chunks. */
const keepMs = 3_600_000

export const isBuilt = () => readStamp() === stampOf(sources)

/**
 * Builds aside and moves file by file. Chunks are named by their content, so that those of a program
 * that runs stay as they are; entries keep their names: they come last, when all they load is there.
 */
export async function build({ isClean }) {
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

function readStamp() {
  try {
    return readFileSync(join(folder, stampName), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined // never built
    throw error
  }
}

/** Names, sizes and times of all files: the contents would take longer to read than Node to start. */
function stampOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}
