// Runs a TypeScript file of ours with its arguments: `node scripts/run.js scripts/openapi.ts --check`.
// Node 20 cannot, and the build is there anyway.
import { mkdirSync, rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const [file, ...args] = process.argv.slice(2)
if (!file) throw new Error('usage: node scripts/run.js FILE.ts [ARGUMENTS]')

// Inside the project, so that packages are found; one folder a run, so that runs do not meet.
const folder = resolve('node_modules/.cache/run', `${basename(file, '.ts')}-${process.pid}`)
mkdirSync(folder, { recursive: true })
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const bundle = await rolldown({
  // A thread is started from a file of its own, looked for beside.
  input: {
    [basename(file, '.ts')]: file,
    'database-thread': 'src/service/database/database-thread.ts',
  },
  platform: 'node',
  external: [/^[^./]/],
  logLevel: 'silent',
})
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
process.argv = [process.argv[0] ?? 'node', resolve(file), ...args]
await import(pathToFileURL(resolve(folder, `${basename(file, '.ts')}.js`)).href)
