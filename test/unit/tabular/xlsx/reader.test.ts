import { readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type OpenOptions, openTable } from '../../../../src/tabular/open-table.ts'
import type { Row } from '../../../../src/tabular/table.ts'
import { type WorkbookParts, workbookOf, zipOf } from '../../../support/workbook.ts'

async function readBytes(bytes: Buffer, options?: OpenOptions) {
  const table = await openTable(Readable.from([bytes]), options)
  const rows: Row[] = []
  try {
    for await (const row of table.rows) rows.push(row)
  } finally {
    await table.close()
  }
  return { format: table.format, header: table.header.cells, rows }
}

const read = async (parts: WorkbookParts, options?: OpenOptions) =>
  readBytes(await workbookOf(parts), options)

const cellsOf = ({ rows }: { rows: Row[] }) => rows.map(({ cells }) => cells)

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const header = `<row r="1">${text('Correo')}${text('Nombre')}${text('Alta')}</row>`
const person = `<row r="2">${text('ana@example.org')}</row>`

test('texts are read in all forms: shared, inline, of a formula, in runs', async () => {
  const strings =
    '<si><t>Correo</t></si><si><r><rPr><b/></rPr><t>Be</t></r><r><t xml:space="preserve">goña </t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si/>'
  const rows = `<row><c t="s"><v>0</v></c>${text('Nombre')}<c t="str"><f>"A"&amp;"lta"</f><v>Alta</v></c></row>
    <row r="3"><c r="B3" t="s"><v>1</v></c><c r="A3" t="str"><f>1</f><v>a&#64;b.example</v></c><c r="C3" t="s"><v>2</v></c></row>`
  const table = await read({ sheets: { Clientes: rows }, strings })
  expect(table.header).toEqual(['Correo', 'Nombre', 'Alta'])
  expect(table.rows).toEqual([{ line: 3, cells: ['a@b.example', 'Begoña ', ''], flaw: undefined }])
})

test('omitted rows and cells stay empty, and every row has its number', async () => {
  const rows = `${header}<row r="4"><c r="C4"><v>7</v></c></row><row r="5"><c r="A5"/></row><row>${text('x')}</row>
    <row r="9">${text('a')}${text('b')}${text('c')}${text('a note beside the table')}</row>`
  const table = await read({ sheets: { Clientes: rows } })
  expect(table.rows.map(({ line }) => line)).toEqual([4, 6, 9])
  expect(cellsOf(table)).toEqual([
    ['', '', '7'],
    ['x', '', ''],
    ['a', 'b', 'c'],
  ])
})

test('prefixes, single quotes, comments, CDATA and escapes are supported', async () => {
  const row = `<!-- <row> --><row r='1'><c r="A1" t='inlineStr'><is><t>Correo</t></is></c></row>
    <row\tr="2"><c\n t="inlineStr" r = "A2" note="a>b"><is><t><![CDATA[<A> & ]]>b_x000D_\nc_x005F_x0041_&#xF1;&amp;lt;</t></is></c></row>`
  const sheet = `<worksheet><sheetData>${row}</sheetData></worksheet>`
  const prefixed = sheet.replace(/<(\/?)(?=[a-z])/g, '<$1x:').replace('<!-- <x:row> -->', '')
  for (const xml of [sheet, prefixed, `\ufeff${sheet}`]) {
    const table = await read({ sheets: { A: '' }, files: { 'xl/worksheets/s0.xml': xml } })
    expect(cellsOf(table)).toEqual([['<A> & b\r\nc_x0041_ñ&lt;']])
  }
  const wide = Buffer.from(`\ufeff${sheet}`, 'utf16le')
  const table = await read({ sheets: { A: '' }, files: { 'xl/worksheets/s0.xml': wide } })
  expect(cellsOf(table)).toEqual([['<A> & b\r\nc_x0041_ñ&lt;']])
})

const styles = `<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="0.00&quot; días&quot;"/><numFmt numFmtId="166" formatCode="[Red][$-C0A]#,##0"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs>${[0, 14, 22, 20, 46, 164, 165, 166].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`

const valued = (style: number, ...values: string[]) =>
  `${header}${values.map((value) => `<row><c s="${style}"><v>${value}</v></c></row>`).join('')}`

test.each([
  [
    'a number',
    0,
    ['0.30000000000000004', '1E+2', '1.5E-7', '1E+21', '-12', '12345678901234567'],
    ['0.3', '100', '0.00000015', '1000000000000000000000', '-12', '12345678901234600'],
  ],
  [
    'a date',
    1,
    ['46347', '59', '60', '61', '1', '46347.5', '-1', '0'],
    [
      '2026-11-21',
      '1900-02-28',
      '1900-02-29',
      '1900-03-01',
      '1900-01-01',
      '2026-11-21T12:00:00',
      '-1',
    ],
  ],
  ['a date with a time', 2, ['46347.4375'], ['2026-11-21T10:30:00']],
  ['a time', 3, ['0.4375', '0.99999'], ['10:30:00', '23:59:59']],
  ['a duration', 4, ['1.5'], ['36:00:00']],
  ['a format of its own', 5, ['46347.4375'], ['2026-11-21T10:30:00']],
  ['a format with a word that has letters of dates', 6, ['46347'], ['46347']],
  ['a format with a colour and a locale', 7, ['46347'], ['46347']],
])('%s is converted to readable text', async (_, style, values, expected) => {
  const table = await read({ sheets: { A: valued(style, ...values) }, styles })
  expect(cellsOf(table).map(([first]) => first)).toEqual(expected)
})

test('a workbook from a Mac counts days from 1904, and a strict one has ISO dates', async () => {
  const mac = await read({ sheets: { A: valued(1, '44885', '0') }, styles, from1904: true })
  expect(cellsOf(mac).map(([first]) => first)).toEqual(['2026-11-21', '1904-01-01'])
  const rows = `${header}<row><c t="d"><v>2026-11-21T00:00:00.000</v></c><c t="d"><v>2026-11-21T10:30:00Z</v></c><c t="b"><v>1</v></c></row>`
  expect(cellsOf(await read({ sheets: { A: rows } }))).toEqual([
    ['2026-11-21', '2026-11-21T10:30:00Z', 'true'],
  ])
})

test('ambiguous numbers and errors are distinguished from similar texts', async () => {
  const rows = `${header}<row><c><v>1.234</v></c>${text('1.234')}<c t="e"><v>#N/A</v></c></row>`
  const { rows: read1 } = await read({ sheets: { A: rows } })
  expect(read1[0]?.cells).toEqual(['1.234', '1.234', '#N/A'])
  expect([...(read1[0]?.typed ?? [])]).toEqual([
    [0, 'number'],
    [2, 'error'],
  ])
})

const several = {
  sheets: { Secreta: header + person, Vacía: '', Clientes: header + person, Otra: header },
  hidden: ['Secreta'],
}

test('the first visible sheet with cells is read, or the one that is named', async () => {
  expect((await read(several)).format).toEqual({
    kind: 'xlsx',
    sheet: 'Clientes',
    otherSheets: ['Vacía', 'Otra'],
  })
  expect((await read(several, { sheet: 'otra' })).rows).toEqual([])
  expect((await read(several, { sheet: 'Secreta' })).format).toMatchObject({ sheet: 'Secreta' })
  await expect(read(several, { sheet: 'Madrid' })).rejects.toMatchObject({
    code: 'sheet_unknown',
    details: { values: { sheet: 'Madrid', sheets: 'Secreta, Vacía, Clientes, Otra' } },
  })
  await expect(read(several, { sheet: 'Vacía' })).rejects.toMatchObject({ code: 'file_empty' })
})

const workbook = await workbookOf({ sheets: { A: header + person } })
const reasonOf = (reason: string) => ({ code: 'workbook_broken', details: { values: { reason } } })
const kindOf = (kind: string) => ({ code: 'file_not_text', details: { values: { kind } } })
const broken = (xml: string) =>
  workbookOf({ sheets: { A: '' }, files: { 'xl/worksheets/s0.xml': xml } })
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)])

test.each([
  ['cut in the middle', workbook.subarray(0, 700), reasonOf('workbook_damaged')],
  ['with a damaged part', damaged(workbook), reasonOf('workbook_damaged')],
  ['whose sheet ends early', broken('<worksheet><sheetData><row>'), reasonOf('workbook_damaged')],
  [
    'that nests wrongly',
    broken('<worksheet><sheetData><row></c></row>'),
    reasonOf('workbook_damaged'),
  ],
  ['with a DTD', broken('<!DOCTYPE a [<!ENTITY b "c">]><a/>'), reasonOf('workbook_damaged')],
  ['whose sheet is missing', zipWithout('xl/worksheets/s0.xml'), reasonOf('workbook_damaged')],
  [
    'that is a bomb',
    broken(`<worksheet><sheetData>${' '.repeat(80 * 1024 ** 2)}`),
    reasonOf('workbook_too_large'),
  ],
  ['without sheets', workbookOf({ sheets: {} }), reasonOf('no_sheets')],
  [
    'with a cell without end',
    workbookOf({ sheets: { A: `<row>${text('x'.repeat(300_000))}</row>` } }),
    { code: 'workbook_broken', details: { values: { reason: 'long_cell', line: 1 } } },
  ],
  [
    'with more columns than there are',
    workbookOf({ sheets: { A: '<row r="3"><c r="ZZZ3"><v>1</v></c></row>' } }),
    { code: 'workbook_broken', details: { values: { reason: 'too_many_columns', line: 3 } } },
  ],
  [
    'with a path that leads out',
    Promise.resolve(
      Buffer.from(workbook.toString('latin1').replaceAll('_rels/.rels', '../../.rels'), 'latin1'),
    ),
    reasonOf('workbook_damaged'),
  ],
  ['that is protected or old', ole, kindOf('xls')],
  [
    'of OpenDocument',
    zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
    kindOf('ods'),
  ],
  ['of some other kind', zipOf({ 'word/document.xml': '<document/>' }), kindOf('zip')],
  ['that is empty', workbookOf({ sheets: { A: '' } }), { code: 'file_empty' }],
])('a file %s is refused with its reason', async (_, bytes, failure) => {
  await expect(readBytes(await bytes)).rejects.toMatchObject(failure)
})

/** One byte of a packed part is another. */
function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf('xl/worksheets/s0.xml') + 'xl/worksheets/s0.xml'.length + 3
  copy.fill(0xff, at, at + 8)
  return copy
}

async function zipWithout(path: string): Promise<Buffer> {
  const bytes = await workbookOf({ sheets: { A: header } })
  return Buffer.from(
    bytes.toString('latin1').replaceAll(path, 'xl/worksheets/gone.xm'.slice(0, path.length)),
    'latin1',
  )
}

test('a stream leaves no visible file, even while it is read', async () => {
  const spoolFolder = await mkdtemp(join(tmpdir(), 'spool-'))
  const table = await openTable(
    Readable.from([workbook.subarray(0, 100), workbook.subarray(100)]),
    { spoolFolder },
  )
  expect(readdirSync(spoolFolder)).toEqual([])
  expect(table.header.cells).toEqual(['Correo', 'Nombre', 'Alta'])
  await table.close()
  await expect(
    openTable(Readable.from([workbook.subarray(0, 700)]), { spoolFolder }),
  ).rejects.toThrow()
  expect(readdirSync(spoolFolder)).toEqual([])
})

test.each([
  ['delimiter_of_workbook', { delimiter: ';' }],
  ['encoding_of_workbook', { encoding: 'utf-8' }],
])('%s: an option for CSV is refused with a workbook', async (reason, options) => {
  await expect(readBytes(workbook, options)).rejects.toMatchObject({
    code: 'usage',
    details: { values: { reason } },
  })
})

test('a sheet is refused with a file of CSV', async () => {
  await expect(readBytes(Buffer.from('email\n'), { sheet: 'A' })).rejects.toMatchObject({
    code: 'usage',
    details: { values: { reason: 'sheet_of_csv' } },
  })
})
