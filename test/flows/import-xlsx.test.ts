import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeXlsx, type XlsxCell } from '../../src/tabular/xlsx/writer.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { workbookOf } from '../support/workbook.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

type Cli = ReturnType<typeof remite>

function newFile(name: string, content: Buffer): string {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

const newList = async (cli: Cli, name: string): Promise<string> =>
  (await cli('lists', 'create', '--name', name, '-o', 'ids')).stdout.trim()

const contactsOf = async (cli: Cli, list: string) =>
  (await cli('contacts', 'list', '--list', list, '--all', '--json')).json().data

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

const sheetOf = (header: readonly string[], rows: readonly XlsxCell[][]): Promise<Buffer> =>
  buffer(writeXlsx({ sheet: 'Hoja1', header, rows: each(rows) }))

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`

test('a workbook is imported with dates and numbers; its rejects are corrected as CSV', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Clientes')
  const create = (...flags: string[]) => cli('lists', 'fields', 'create', '--list', list, ...flags)
  await create('--name', 'Alta', '--type', 'date')
  await create('--name', 'Peso', '--type', 'number')
  const date = (serial: string) => `<c s="1"><v>${serial}</v></c>`
  const number = (value: string) => `<c><v>${value}</v></c>`
  const header = row(...['Correo', 'Nombre', 'Alta', 'Peso', 'Nota'].map(text))
  const clients = [
    row(text('ana@example.org'), text('Ana Núñez'), date('46347'), number('1.234')),
    row(
      text('eva.example.org'),
      text('Eva &amp; co'),
      date('46347.5'),
      number('0.30000000000000004'),
    ),
    row(text('leo@example.org'), '<c t="e"><v>#N/A</v></c>'),
    row(text('mar@example.org'), text('Mar'), date('46348'), '<c/>', '<c t="e"><v>#REF!</v></c>'),
  ]
  const bytes = await workbookOf({
    sheets: { Portada: '', Clientes: header + clients.join(''), Bajas: header },
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
  })
  const file = newFile('clientes.xlsx', bytes)
  const result = await cli('lists', 'import', file, '--list', list, '--json')
  expect(result.stderr).toContain('Excel, sheet “Clientes”')
  expect(result.stderr).toContain('Other sheets (not read): Portada, Bajas')
  const rejects = file.replace('.xlsx', '.rejects.csv')
  expect(result.json()).toMatchObject({ rows: 4, created: 2, rejected: 2, rejects_file: rejects })
  expect(result.code).toBe(9)
  const [ana, mar] = await contactsOf(cli, list)
  const day = String(Date.UTC(2026, 10, 21) / 1000)
  const values = ana.customFields ?? ana.custom_fields
  expect(values).toMatchObject([{ value: day }, { value: '1.234' }])
  expect(mar).toMatchObject({ email: 'mar@example.org', nombre: 'Mar' })

  const refused = readFileSync(rejects, 'utf8')
  expect(refused).toContain('eva.example.org;Eva & co;2026-11-21T12:00:00;0.3;;3;bad_email;')
  expect(refused).toContain('leo@example.org;#N/A;;;;4;cell_error;')
  writeFileSync(rejects, refused.replace('eva.ex', 'eva@ex').replace('#N/A', 'Leo'))
  const again = await cli('lists', 'import', rejects, '--list', list, '--json')
  expect(again.json()).toMatchObject({ rows: 2, created: 2, rejected: 0 })
})

test('another sheet is imported by name, and an unknown name lists the sheets', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Sheets')
  const sheets = {
    Madrid: row(text('email')) + row(text('madrid@example.org')),
    'A Coruña': row(text('email')) + row(text('coruna@example.org')),
  }
  const file = newFile('sheets.xlsx', await workbookOf({ sheets }))
  await cli('lists', 'import', file, '--list', list, '--sheet', 'A Coruña')
  expect(await contactsOf(cli, list)).toMatchObject([{ email: 'coruna@example.org' }])
  const result = await cli('lists', 'import', file, '--list', list, '--sheet', 'Vigo')
  expect(result.code).toBe(2)
  expect(result.stderr).toContain('no sheet named “Vigo”. Its sheets: Madrid, A Coruña.')
})

test('a workbook can be read from standard input', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Piped')
  const stdin = await sheetOf(['Correo'], [['ana@example.org'], ['eva@example.org']])
  const result = await cli.with({ stdin })('lists', 'import', '-', '--list', list, '--json')
  expect(result.code).toBe(0)
  expect(result.json()).toMatchObject({ rows: 2, created: 2 })
})

test.each([
  [
    'es',
    ['--delimiter', ';'],
    'Los libros de Excel no tienen separador. Usa --delimiter solo con CSV.',
  ],
  [
    'en',
    ['--encoding', 'latin1'],
    'Workbooks define their own encoding. Use --encoding only for CSV.',
  ],
])('an option for CSV is refused with a workbook, in %s', async (lang, flags, sentence) => {
  const cli = remite(server)
  const file = newFile('a.xlsx', await sheetOf(['email'], [['ana@example.org']]))
  const result = await cli('lists', 'import', file, '--create', 'Never', ...flags, '--lang', lang)
  expect(result.code).toBe(2)
  expect(result.stderr).toContain(sentence)
})

test('a stopped workbook import resumes at its row, on the same sheet', async () => {
  const cli = remite(server)
  const list = await newList(cli, 'Stopped')
  const rows = Array.from({ length: 1000 }, (_, n) => row(text(`p${n}@example.org`)))
  const sheets = {
    Primera: row(text('email')) + row(text('other@example.org')),
    Segunda: row(text('email')) + rows.join(''),
  }
  const file = newFile('stopped.xlsx', await workbookOf({ sheets }))
  const stop = new AbortController()
  const args = ['lists', 'import', file, '--list', list, '--sheet', 'Segunda']
  const running = cli.with({ stopped: stop.signal })(...args, '--batch-size', '10')
  await expect
    .poll(async () => (await contactsOf(cli, list)).length, { timeout: 10_000 })
    .toBeGreaterThan(0)
  stop.abort('SIGINT')
  expect((await running).code).toBe(130)
  const resumed = await cli('lists', 'imports', 'resume', '--json')
  expect(resumed.json()).toMatchObject({ rows: 1000, rejected: 0 })
  expect(await contactsOf(cli, list)).toHaveLength(1000)
})

test.each([
  ['truncated.xlsx', (bytes: Buffer) => bytes.subarray(0, 500), 'is damaged or incomplete.'],
  [
    'old.xls',
    () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'),
    '(.xls), or one with a password',
  ],
])('%s is refused before anything is made', async (name, spoil, message) => {
  const cli = remite(server)
  const file = newFile(name, spoil(await sheetOf(['email'], [['ana@example.org']])))
  const result = await cli('lists', 'import', file, '--create', name)
  expect(result.code).toBe(2)
  expect(result.stderr).toContain(message)
  expect(result.stderr).toContain(file)
  const { data } = (await cli('lists', 'list', '--all', '--json')).json()
  expect(data.map((list: { name: string }) => list.name)).not.toContain(name)
})
