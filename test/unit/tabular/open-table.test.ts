import { createReadStream } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { type OpenOptions, openTable } from '../../../src/tabular/open-table.ts'
import type { Row } from '../../../src/tabular/table.ts'

async function readAll(source: AsyncIterable<Uint8Array>, options?: OpenOptions) {
  const table = await openTable(source, options)
  const rows: Row[] = []
  for await (const row of table.rows) rows.push(row)
  if (table.format.kind !== 'csv') throw new Error('a workbook')
  const { delimiter, encoding, strayBytes } = table.format
  return { header: table.header.cells, rows, delimiter, encoding, strayBytes }
}

const read = (content: string | Buffer, options?: OpenOptions) =>
  readAll(Readable.from([Buffer.from(content)]), options)

const cellsOf = ({ rows }: { rows: Row[] }) => rows.map(({ cells }) => cells)
const flawsOf = ({ rows }: { rows: Row[] }) => rows.map(({ flaw }) => flaw?.code)

const excelInSpain = [
  'Correo electrónico;Nombre;Notas;Importe',
  'begoña@example.org;Begoña Núñez;"Llamar ""mañana""\r\no pasado";1.234,56 €',
  'josé@example.org;José;"a;b";2,5',
  '',
].join('\r\n')

test('a file written by Excel in Spain is read with accents, quotes and quoted line breaks as they are', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'tabular-')), 'clientes.csv')
  await writeFile(path, iconv.encode(excelInSpain, 'windows-1252'))
  const table = await readAll(createReadStream(path))
  expect(table).toMatchObject({ delimiter: ';', encoding: 'windows-1252', strayBytes: 0 })
  expect(table.header).toEqual(['Correo electrónico', 'Nombre', 'Notas', 'Importe'])
  expect(table.rows).toEqual([
    {
      line: 2,
      cells: ['begoña@example.org', 'Begoña Núñez', 'Llamar "mañana"\r\no pasado', '1.234,56 €'],
      flaw: undefined,
    },
    { line: 4, cells: ['josé@example.org', 'José', 'a;b', '2,5'], flaw: undefined },
  ])
})

test.each([
  ['utf-8', 'utf-8', false],
  ['utf-8', 'utf-8', true],
  ['utf-16le', 'utf-16le', true],
  ['utf-16le', 'utf-16le', false],
  ['utf-16be', 'utf-16be', true],
  ['utf-16be', 'utf-16be', false],
  ['windows-1252', 'windows-1252', false],
] as const)('%s is detected as %s, byte order mark: %s', async (written, detected, addBOM) => {
  const table = await read(iconv.encode(excelInSpain, written, { addBOM }))
  expect(table.encoding).toBe(detected)
  expect(table.header[0]).toBe('Correo electrónico')
  expect(table.rows[0]?.cells[1]).toBe('Begoña Núñez')
})

const nastyTexts = fc.array(
  fc.constantFrom(
    'a',
    'ñ',
    '€',
    '"',
    '""',
    '","',
    ';',
    ',',
    '\r',
    '\n',
    '\r\n',
    ' ',
    '“',
    'é@x.org',
  ),
  { maxLength: 40 },
)

test.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)(
  'the rows of a %s file do not depend on its chunks',
  async (encoding) => {
    await fc.assert(
      fc.asyncProperty(
        nastyTexts,
        fc.array(fc.integer({ min: 1, max: 9 })),
        async (parts, sizes) => {
          const bytes = iconv.encode(`é;x\r\n${parts.join('')}`, encoding, { addBOM: true })
          const options = { delimiter: ';' }
          const whole = await read(bytes, options)
          expect(await readAll(Readable.from(cut(bytes, [1])), options)).toEqual(whole)
          expect(await readAll(Readable.from(cut(bytes, sizes)), options)).toEqual(whole)
        },
      ),
      { numRuns: 150 },
    )
  },
)

function* cut(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const size = sizes[piece % Math.max(1, sizes.length)] ?? 7
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const cell = fc.stringMatching(/^[a-z"ñ;,\n ]{0,6}$/).filter((text) => text.trim() === text)

test('written CSV is read back, with the line number of each row', async () => {
  const tables = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const lines = rows.map((cells) => cells.map(quote).join(';'))
      const table = await read(`a;b;c\n${lines.join('\n')}`, { delimiter: ';' })
      expect(cellsOf(table)).toEqual(rows)
      const begins = lines.map((_, index) => lines.slice(0, index).join('\n').split('\n').length)
      expect(table.rows.map(({ line }) => line)).toEqual(
        begins.map((line, index) => (index === 0 ? 2 : line + 2)),
      )
    }),
  )
})

test.each([
  ['email,nombre\na@example.org,Ana', ','],
  ['email;nombre\na@example.org;Ana', ';'],
  ['email\tnombre\na@example.org\tAna', '\t'],
  ['email|nombre\na@example.org|Ana', '|'],
  ['email;nota\na@example.org;"uno, dos, tres"\nb@example.org;x, y', ';'],
  ['"Nombre, apellidos";Correo\n"Ruiz, Ana";a@example.org', ';'],
  ['Nombre, apellidos;Correo\nRuiz, Ana;a@example.org', ';'],
  ['email\na@example.org', ','],
  ['sep=|\nemail|nombre\na@example.org|Ana', '|'],
])('the delimiter of %j is %j', async (content, delimiter) => {
  const table = await read(content)
  expect(table.delimiter).toBe(delimiter)
  expect(table.rows[0]?.cells.some((text) => text.includes('@') && !/[;,|\t]/.test(text))).toBe(
    true,
  )
})

test('a forced delimiter and encoding override the detection', async () => {
  const content = iconv.encode('email;año,x\na@example.org;1,2', 'macintosh')
  const table = await read(content, { delimiter: ',', encoding: 'macintosh' })
  expect(table.header).toEqual(['email;año', 'x'])
  expect(table.encoding).toBe('macintosh')
  await expect(read('a\n', { encoding: 'klingon' })).rejects.toMatchObject({ code: 'usage' })
  await expect(read('a\n', { delimiter: ';;' })).rejects.toMatchObject({ code: 'usage' })
})

test('CRLF, CR and LF may be mixed, and blank lines are counted but are not rows', async () => {
  const table = await read('email;n\r\na@example.org;1\r\r;\n \nb@example.org;2\nc@example.org;3')
  expect(table.rows.map(({ line }) => line)).toEqual([2, 6, 7])
})

const manyRows = (count: number) =>
  Array.from({ length: count }, (_, index) => `persona${index}@example.org;Ana\n`).join('')

test('a Windows-1252 file whose first accent comes after the sample is read correctly', async () => {
  const text = `email;nombre\n${manyRows(60_000)}z@example.org;Núñez “Iñaki”\n`
  const table = await read(iconv.encode(text, 'windows-1252'))
  expect(text.length).toBeGreaterThan(1024 * 1024)
  expect(table.rows.at(-1)?.cells).toEqual(['z@example.org', 'Núñez “Iñaki”'])
  expect(table).toMatchObject({ encoding: 'windows-1252', strayBytes: 0 })
})

test('a single invalid byte in a UTF-8 file is read as Windows-1252 and counted', async () => {
  const damaged = Buffer.concat([Buffer.from('Nú'), Buffer.from([0xf1]), Buffer.from('ez\nc;ñ\n')])
  const early = await read(Buffer.concat([Buffer.from('email;nombre\nb;é\na;'), damaged]))
  expect(cellsOf(early)).toEqual([
    ['b', 'é'],
    ['a', 'Núñez'],
    ['c', 'ñ'],
  ])
  expect(early).toMatchObject({ encoding: 'utf-8', strayBytes: 1 })
  const head = Buffer.from(`email;nombre\nb;é\n${manyRows(60_000)}a;`)
  const late = await read(Buffer.concat([head, damaged]))
  expect(cellsOf(late).slice(-2)).toEqual([
    ['a', 'Núñez'],
    ['c', 'ñ'],
  ])
  expect(late.strayBytes).toBe(1)
})

test.each([
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'png'],
  ['gzip', gzipSync('email\na@example.org'), 'gzip'],
  ['NULs', Buffer.from('email\na\0b@example.org'), undefined],
  ['noise', Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7919) % 251)), undefined],
])('%s is not text', async (_name, content, kind) => {
  const failure = await read(content).catch((error) => error)
  expect(failure).toMatchObject({ code: 'file_not_text' })
  expect(failure.details.values?.kind).toBe(kind)
})

test.each(['', '\ufeff', '\n\r\n  \n'])('%j is an empty file', async (content) => {
  await expect(read(content)).rejects.toMatchObject({ code: 'file_empty' })
})

test('a header alone is a table without rows', async () => {
  expect((await read('Correo;Nombre')).rows).toEqual([])
})

test('rows with too many or too few cells are invalid, but blank cells at the end are ignored', async () => {
  const table = await read('email;nombre;;\na;b;;;\na;b;c\na;b\na')
  expect(table.header).toEqual(['email', 'nombre'])
  expect(flawsOf(table)).toEqual([undefined, 'too_many', undefined, 'too_few'])
  expect(table.rows[1]?.flaw?.values).toEqual({ cells: 3, columns: 2 })
})

test('a quote that is closed within its cell invalidates its own row', async () => {
  const table = await read('email;nombre\na;"Ana "la" Ruiz"\nb;Luis "el" Gil\nc;5"')
  expect(flawsOf(table)).toEqual(['unbalanced_quote', undefined, undefined])
})

test('a misplaced quote does not swallow rows, even if a later one could close it', async () => {
  const block = `"Ana" la alta;a\n${'Luis;b\n"Eva\nGil";c\n'.repeat(20)}`
  const table = await read(`nombre;email\n${block.repeat(150)}`)
  expect(flawsOf(table).filter(Boolean)).toHaveLength(150)
  expect(table.rows[1]).toEqual({ line: 3, cells: ['Luis', 'b'], flaw: undefined })
  expect(table.rows.at(-1)).toMatchObject({ line: 150 * 61, cells: ['Eva\nGil', 'c'] })
})

test('an unclosed quote costs only its line', async () => {
  const short = await read('email;nombre\na;"Ana\nb;Luis\nc;"Eva"x\n')
  expect(flawsOf(short)).toEqual(['unbalanced_quote', undefined, 'unbalanced_quote'])
  expect(short.rows[1]).toEqual({ line: 3, cells: ['b', 'Luis'], flaw: undefined })
  const long = await read(`email;nombre\na;"Ana\n${manyRows(150_000)}`)
  expect(long.rows).toHaveLength(150_001)
  expect(long.rows.at(-1)).toMatchObject({ line: 150_002, flaw: undefined })
})

test('a file of unclosed quotes, or one endless line, is not a table', async () => {
  const quotes = `email;nombre\n${'a;"b\n'.repeat(400_000)}`
  await expect(readAll(Readable.from(cut(Buffer.from(quotes), [65_536])))).rejects.toMatchObject({
    code: 'file_not_table',
  })
  const endless = `email\n${'a'.repeat(3_000_000)}\n`
  await expect(readAll(Readable.from(cut(Buffer.from(endless), [65_536])))).rejects.toMatchObject({
    code: 'file_not_table',
  })
})

test('the source is read on demand and released when reading stops', async () => {
  const chunk = Buffer.from(manyRows(3000))
  let sent = 0
  const source = Readable.from(
    (function* () {
      yield Buffer.from('email;nombre\n')
      for (; sent < 1000; sent++) yield chunk
    })(),
    { highWaterMark: 1 },
  )
  const table = await openTable(source)
  for await (const row of table.rows) if (row.line > 3) break
  expect(sent).toBeLessThan(40)
  await table.close()
  expect(source.destroyed).toBe(true)
})

test('errors of the stream pass through', async () => {
  await expect(readAll(createReadStream(tmpdir()))).rejects.toMatchObject({ code: 'EISDIR' })
})
