// Writes the files that are made from the declarations; with `--check` only says which are out of date.
import { spawnSync } from 'node:child_process'

/** In this order: a later one reads what an earlier one wrote. */
const generators = [
  'scripts/tree.ts',
  'scripts/reference.ts',
  'scripts/openapi.ts',
  'scripts/completions.ts',
]

for (const generator of generators) {
  const run = ['scripts/run.js', generator, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, run, { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
