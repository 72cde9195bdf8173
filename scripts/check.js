// All static checks. All of them run, so that one run shows every problem.
import { spawnSync } from 'node:child_process'

const checks = [
  ['types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['types of the page', 'node_modules/typescript/bin/tsc', '-p', 'src/cli/editor/page'],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['generated files', 'scripts/generate.js', '--check'],
  ['architecture', 'node_modules/vitest/vitest.mjs', 'run', 'test/architecture.test.ts'],
]

for (const [name, ...words] of checks) {
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY, // else a long report is cut, and the check with it
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name}, ${seconds} s`)
  if (status !== 0) {
    console.log(`${stdout}${stderr}`)
    process.exitCode = 1
  }
}
