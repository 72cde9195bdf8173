import { expect, test } from 'vitest'
import { createRowCheck } from '../../../src/tabular/check.ts'
import { mapColumns } from '../../../src/tabular/mapping.ts'
import { openTable } from '../../../src/tabular/open-table.ts'
import { longestTurn } from '../../support/longest-turn.ts'
import { workbookOf } from '../../support/workbook.ts'

/** Milliseconds of processor time. Reading one of these files in one turn takes many times as long. */
const longestAllowed = 400

const chunkBytes = 256 * 1024

/** A file that is in memory already: waiting for its bytes never yields. */
async function* chunksOf(file: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < file.length; start += chunkBytes) {
    yield file.subarray(start, start + chunkBytes)
  }
}

const fields = Array.from({ length: 100 }, (_, n) => ({
  id: n + 1,
  name: `Field ${n}`,
  key: `field_${n}`,
  type: n === 0 ? 'multi' : 'text',
  options: Array.from({ length: 500 }, (_, option) => `Option ${option}`),
}))

/** Reads a file as an import does, until its end or its first error. */
async function read(file: Buffer): Promise<void> {
  try {
    const table = await openTable(chunksOf(file))
    const check = createRowCheck(mapColumns(table.header.cells, { fields }))
    for await (const row of table.rows) check(row)
  } catch {
    // A refusal must not take long either.
  }
}

const times = (unit: string, bytes: number) => unit.repeat(bytes / unit.length)
const megabyte = 1024 * 1024

const files: Record<string, () => string | Buffer> = {
  'of empty lines': () => `email\n${times('\n', 8 * megabyte)}`,
  'of empty lines that end with CRLF': () => `email\n${times('\r\n', 8 * megabyte)}`,
  'of empty lines that end with CR': () => `email\n${times('\r', 4 * megabyte)}`,
  'of delimiters': () => `email,b\n${times(`${',;'.repeat(1000)}\n`, 4 * megabyte)}`,
  'with a misplaced quote in every twelfth line': () =>
    `email\n${times(`${'\n'.repeat(11)}"a"b\n`, 64 * 1024)}`,
  'of bytes in no encoding': () =>
    Buffer.concat([Buffer.from('email,ñ\n'), Buffer.alloc(megabyte, '\xff\n', 'latin1')]),
  'of a header with 16,000 columns': () => `email,${times('Field 9x,', 16_000 * 9)}\n`,
  'of a header with 200,000 columns': () => `email,${times('a,', 400_000)}\n`,
  'of rows with 200,000 cells': () =>
    `email,b\n${times(`${','.repeat(200_000)}x\n`, 2 * megabyte)}`,
  'of cells with 20,000 choices': () =>
    `email,Field 0\n${times(`a@example.org,"${'option 499,'.repeat(20_000)}"\n`, megabyte)}`,
  'of addresses with 100,000 characters': () =>
    `email\n${times(`${'a.'.repeat(50_000)}@example.org\n`, 2 * megabyte)}`,
}

test.each(Object.entries(files))('a file %s lets others have their turn', async (_, make) => {
  const file = Buffer.from(make())

  expect(await longestTurn(() => read(file))).toBeLessThan(longestAllowed)
})

test.each([
  ['empty rows', '<row/>'.repeat(1_000_000)],
  ['empty cells', `<row>${'<c r="A1"/>'.repeat(500_000)}</row>`],
])('a workbook of %s lets others have their turn', async (_, rows) => {
  const header = '<row><c t="str"><v>email</v></c></row>'
  const file = await workbookOf({ sheets: { A: header + rows } })

  expect(await longestTurn(() => read(file))).toBeLessThan(longestAllowed)
})

test('more blank rows than a spreadsheet has are refused', async () => {
  const blank = Buffer.from(`email\n${'\n'.repeat(1_100_000)}a@example.org\n`)
  const reading = openTable(chunksOf(blank)).then(async ({ rows }) => {
    for await (const _ of rows);
  })
  await expect(reading).rejects.toMatchObject({ code: 'file_not_table' })
  const rows = `<row><c t="str"><v>email</v></c></row>${'<row/>'.repeat(1_100_000)}`
  const sheet = await workbookOf({ sheets: { A: rows } })
  const readingSheet = openTable(chunksOf(sheet)).then(async ({ rows }) => {
    for await (const _ of rows);
  })
  await expect(readingSheet).rejects.toMatchObject({ code: 'workbook_broken' })
})
