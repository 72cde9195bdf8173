import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTable } from '../../../../src/tabular/open-table.ts'
import { writeXlsx, type XlsxCell } from '../../../../src/tabular/xlsx/writer.ts'

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

async function readBack(bytes: Buffer, sheet?: string) {
  const table = await openTable(Readable.from([bytes]), { sheet })
  const cells: string[][] = []
  for await (const row of table.rows) cells.push(row.cells)
  await table.close()
  return { header: table.header.cells, cells, format: table.format }
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '_x',
      '_',
      '0041_',
      'x000D',
      '&',
      '<',
      '>',
      '"',
      "'",
      '=1+1',
      ' ',
      '\n',
      '\t',
      '\0',
      '\ud800',
      '\uffff',
      'ñ',
      '😀',
      ']]>',
    ),
  }),
)
const numbers = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((n) => Number(n.toPrecision(15)))
  .filter(Number.isFinite)
const cells = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null))

test('a written workbook is read back, with every character and number', async () => {
  const tables = fc.array(fc.tuple(fc.constant('x'), cells, cells), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const header = ['email', '=cmd()', 'Año']
      const bytes = await buffer(writeXlsx({ sheet: 'Clientes', header, rows: each(rows) }))
      const read = await readBack(bytes)
      expect(read.header).toEqual(header)
      expect(read.cells.map((row) => row.map(asNumber))).toEqual(
        rows.map((row) => row.map((cell) => asNumber(asRead(cell)))),
      )
    }),
    { numRuns: 200 },
  )
})

const asRead = (cell: XlsxCell): string =>
  typeof cell === 'number' ? plain(cell) : String(cell ?? '')

const plain = (number: number): string =>
  /^-?\d{1,15}$/.test(String(number)) ? String(number) : `number ${number}`
const asNumber = (text: string): string =>
  text.trim() !== '' && Number.isFinite(Number(text)) && !/^-?\d{1,15}$/.test(text)
    ? `number ${Number(text)}`
    : text

test('rows beyond the limit of a sheet continue in the next one, with the same header', async () => {
  const rows = Array.from({ length: 7 }, (_, n) => [`p${n}@example.org`])
  const source = { sheet: 'Contacts', header: ['email'], rowsPerSheet: 4 }
  const bytes = await buffer(writeXlsx({ ...source, rows: each(rows) }))
  const first = await readBack(bytes)
  expect(first.format).toMatchObject({ otherSheets: ['Contacts 2', 'Contacts 3'] })
  const read = [first, await readBack(bytes, 'Contacts 2'), await readBack(bytes, 'Contacts 3')]
  expect(read.flatMap((sheet) => sheet.cells)).toEqual(rows)
  const exact = await readBack(await buffer(writeXlsx({ ...source, rows: each(rows.slice(0, 3)) })))
  expect(exact.format).toMatchObject({ otherSheets: [] })
})

test('an invalid sheet name is corrected', async () => {
  const sheet = `'Clientes [2026]: ${'x'.repeat(40)}'`
  const { format } = await readBack(
    await buffer(writeXlsx({ sheet, header: ['a'], rows: each([]) })),
  )
  const name = format.kind === 'xlsx' ? format.sheet : ''
  expect(name).toMatch(/^Clientes {2}2026 {3}x+$/)
  expect(name.length).toBeLessThanOrEqual(31)
})

test('an error of the rows ends the stream, and closing the stream releases the rows', async () => {
  async function* failing(): AsyncGenerator<string[]> {
    yield ['a']
    throw new Error('the database went away')
  }
  const source = { sheet: 'A', header: ['email'] }
  await expect(buffer(writeXlsx({ ...source, rows: failing() }))).rejects.toThrow('went away')

  let isLetGo = false
  async function* endless(): AsyncGenerator<string[]> {
    try {
      for (let n = 0; ; n++) yield [`p${n}@example.org`]
    } finally {
      isLetGo = true
    }
  }
  const stream = writeXlsx({ ...source, rows: endless() })
  for await (const _ of stream) break
  await expect.poll(() => isLetGo).toBe(true)
})
