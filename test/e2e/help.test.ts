import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { remiteIn, shellIn } from '../support/processes/binary.ts'

const folder = newFolder()
const run = remiteIn(folder)
const record = `${folder}/runs.ndjson`

test.each([
  ['--version'],
  ['--help'],
  ['lists'],
  ['help lists'],
  ['help flags'],
  ['lists fields'],
  ['campaigns send --help --lang es'],
  ['campaigns send 5 --help'],
  ['lists ls --help'],
])('%s is the same from the launcher as from the whole program', async (line) => {
  const words = line.split(' ')
  const prerendered = await run(words)
  expect([prerendered.code, prerendered.stderr]).toEqual([0, ''])
  // A run with a result file does not use the prerendered help.
  expect(await run(words, { env: { REMITE_RESULT_FILE: record } })).toEqual(prerendered)
  expect(readFileSync(record, 'utf8').trim().split('\n').at(-1)).toContain('"exit_code":0')
})

test('help piped into a reader that closes early exits quietly', async () => {
  const shell = shellIn(folder)
  const { stdout, stderr } = await shell('remite --help | head -1; remite --help | true')
  expect([stdout, stderr]).toEqual(['Usage: remite <NOUN> <VERB> [flags]\n', ''])
})
