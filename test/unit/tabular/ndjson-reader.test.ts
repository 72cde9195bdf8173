import { expect, test } from 'vitest'
import { Failure } from '../../../src/core/failure.ts'
import { type OpenOptions, openTable } from '../../../src/tabular/open-table.ts'
import type { Row } from '../../../src/tabular/table.ts'

async function* bytes(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text)
  for (let start = 0; start < all.length; start += size) yield all.subarray(start, start + size)
}

async function read(text: string, options: OpenOptions = {}) {
  const table = await openTable(bytes(text), options)
  const rows: Row[] = []
  for await (const row of table.rows) rows.push(row)
  return { kind: table.format.kind, header: table.header.cells, rows }
}

test('each line is an object, and custom fields are columns by name', async () => {
  const lines = [
    { email: 'ana@example.org', tags: ['a', 'b, c'], customFields: { ciudad: 'Lugo' }, edad: 7 },
    {
      email: 'eva@example.org',
      customFields: [
        { id: 1, name: 'Puntos', value: '1.234', type: 'number' },
        { id: 2, name: 'Alta', value: '86400', type: 'date' },
      ],
      nombre: null,
    },
  ]
  const { kind, header, rows } = await read(
    `\ufeff${lines.map((line) => JSON.stringify(line)).join('\r\n')}`,
  )
  expect([kind, header]).toEqual([
    'ndjson',
    [
      'email',
      'tags',
      'customFields.ciudad',
      'edad',
      'customFields.Puntos',
      'customFields.Alta',
      'nombre',
    ],
  ])
  expect(rows.map(({ line, cells, flaw }) => ({ line, cells, flaw }))).toEqual([
    { line: 1, cells: ['ana@example.org', 'a, "b, c"', 'Lugo', '7', '', '', ''], flaw: undefined },
    {
      line: 2,
      cells: ['eva@example.org', '', '', '', '1.234', '1970-01-02T00:00:00.000Z', ''],
      flaw: undefined,
    },
  ])
  // A point is a decimal point in JSON.
  expect(rows[1]?.typed?.get(4)).toBe('number')
})

test('a line that is no object costs only its own row', async () => {
  const { rows } = await read(
    '{"email":"a@example.org"}\n{"email":\n\n[1]\n{"email":"b@example.org"}\n',
  )
  expect(rows.map(({ line, flaw }) => [line, flaw?.code])).toEqual([
    [1, undefined],
    [2, 'bad_json'],
    [4, 'bad_json'],
    [5, undefined],
  ])
})

test('a name that only comes after the beginning of the file makes its row invalid', async () => {
  const many = '{"email":"a@example.org"}\n'.repeat(4000)
  const { rows } = await read(`${many}{"email":"b@example.org","status":"bounced"}\n`, {})
  expect(rows.at(-1)?.flaw).toMatchObject({ code: 'unknown_field', field: 'status' })
})

test('a file that begins with a brace but is CSV is read as CSV', async () => {
  expect((await read('{id},email\n1,a@example.org\n')).kind).toBe('csv')
  const delimited = read('{"email":"a@example.org"}\n', { delimiter: ';' })
  await expect(delimited).rejects.toThrow(Failure)
})
