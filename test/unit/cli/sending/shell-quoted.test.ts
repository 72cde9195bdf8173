import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellQuoted } from '../../../../src/cli/sending/rerun-command.ts'

const words = [
  'plain',
  '--draft',
  'ana@example.org',
  'La Tienda',
  "L'hiver",
  'a,b',
  '@archivo',
  '$HOME `x` "y"',
  "it's $5",
  '!{};#*?|&<>',
  '',
]

test.each(words)('sh reads %j again as it was', (word) => {
  const { stdout } = spawnSync('sh', ['-c', `printf %s ${shellQuoted(word)}`])
  expect(String(stdout)).toBe(word)
})

/**
 * Words as PowerShell reads them: verbatim within single quotes, and within double quotes but for
 * $, ` and ". A comma outside quotes makes a list, and a leading @ a variable.
 */
test.each([
  ['La Tienda', "'La Tienda'"],
  ["L'hiver", `"L'hiver"`],
  ['a,b', "'a,b'"],
  ['@archivo', "'@archivo'"],
  ['$HOME', "'$HOME'"],
  ['ana@example.org', 'ana@example.org'],
  ['10..20', '10..20'],
])('%s is written so that PowerShell reads the same word: %s', (word, quoted) => {
  expect(shellQuoted(word)).toBe(quoted)
})
