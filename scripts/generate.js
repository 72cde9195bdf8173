// Writes the generated files that are committed. With `--check` it only reports those out of date.
import { spawnSync } from 'node:child_process'
import { ensureTree } from './tree.js'

const generators = [
  'scripts/reference.ts',
  'scripts/openapi.ts',
  'scripts/completions.ts',
  'scripts/guides.ts',
]

await ensureTree()

for (const generator of generators) {
  const run = ['scripts/run.js', generator, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, run, { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
