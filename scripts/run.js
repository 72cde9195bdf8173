// Runs a TypeScript file with its arguments: `node scripts/run.js scripts/openapi.ts --check`.
// Node 20 cannot run TypeScript itself, and the bundler is already installed.
import { mkdirSync, rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const [file, ...args] = process.argv.slice(2)
if (!file) throw new Error('usage: node scripts/run.js FILE.ts [ARGUMENTS]')

// Inside the project, so that packages resolve. Each run has its own folder.
const folder = resolve('node_modules/.cache/run', `${basename(file, '.ts')}-${process.pid}`)
mkdirSync(folder, { recursive: true })
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const bundle = await rolldown({
  // The threads are loaded from separate files in the same folder.
  input: {
    [basename(file, '.ts')]: file,
    'database-thread': 'src/service/database/database-thread.ts',
    'template-thread': 'src/service/template-thread.ts',
    'signing-thread': 'src/service/signing-thread.ts',
  },
  platform: 'node',
  external: [/^[^./]/],
  logLevel: 'silent',
})
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js' })
process.argv = [process.argv[0] ?? 'node', resolve(file), ...args]
await import(pathToFileURL(resolve(folder, `${basename(file, '.ts')}.js`)).href)
