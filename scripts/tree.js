import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readStamp, stampOf } from './stamp.js'

const file = 'src/cli/generated/tree.ts'
const folder = dirname(file)
/** Records from which sources the tree was made. */
const stampFile = join(folder, '.stamp')

/** Makes the tree of verbs, which git does not hold, when it is missing or older than its sources. */
export async function ensureTree() {
  const stamp = stampOf([...sources(), 'scripts/tree-source.ts', 'scripts/tree.js'])
  if (existsSync(file) && readStamp(stampFile) === stamp) return
  mkdirSync(folder, { recursive: true })
  const source = await makeSource()
  // The time of an unchanged file stays, so that nothing is built again.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeWhole(file, source)
  writeWhole(stampFile, stamp)
}

/** A reader in another process never sees half a file. */
function writeWhole(path, content) {
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, content)
  renameSync(aside, path)
}

/** All that the declarations of verbs can import. */
const sources = () => [
  ...['client', 'config', 'contract', 'core', 'messages', 'operations', 'tabular'].map(
    (name) => `src/${name}`,
  ),
  ...readdirSync('src/cli')
    .map((name) => join('src/cli', name))
    .filter((path) => path !== folder),
]

async function makeSource() {
  const { rolldown } = await import('rolldown')
  const output = resolve('node_modules/.cache', `tree-${process.pid}`)
  try {
    const bundle = await rolldown({
      input: { source: 'scripts/tree-source.ts' },
      platform: 'node',
      external: [/^[^./]/],
      plugins: [emptyTree],
      logLevel: 'silent',
    })
    await bundle.write({ dir: output, format: 'esm', entryFileNames: '[name].js' })
    const { treeSource } = await import(pathToFileURL(join(output, 'source.js')).href)
    return await treeSource()
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

/** Some verbs read the tree when they run. Their declarations do not, and it may not exist yet. */
const emptyTree = {
  name: 'empty-tree',
  resolveId: {
    filter: { id: /generated\/tree\.ts$/ },
    handler: () => '/empty-tree',
  },
  load: {
    filter: { id: /^\/empty-tree$/ },
    handler: () => `
      export const tree = []
      export const nounSummaries = {}
      export const topicSummaries = {}
      export const globalMessages = {}
    `,
  },
}
