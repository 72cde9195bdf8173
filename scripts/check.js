// Everything that can be said of the code without running it. All of it runs, so that one look shows all.
import { spawnSync } from 'node:child_process'
import { styleText } from 'node:util'

const checks = [
  ['types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['generated files', 'scripts/generate.js', '--check'],
  ['house rules', 'node_modules/vitest/vitest.mjs', 'run', 'test/house.test.ts'],
]

for (const [name, ...words] of checks) {
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const isFine = status === 0
  const verdict = isFine ? styleText('green', 'fine') : styleText('red', 'NOT FINE')
  console.log(`${verdict}  ${name}  ${seconds} s`)
  if (!isFine) {
    console.log(`${stdout}${stderr}`)
    process.exitCode = 1
  }
}
