import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectExportedSuppressions } from '../../src/service/contacts/export/suppressions-store.ts'
import {
  selectAnySuppressions,
  suppressMany,
  wholeAccount,
} from '../../src/service/contacts/suppression/suppressions-store.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
})
afterAll(() => server.close())

let names = 0
async function newList(name = `list ${++names}`): Promise<number> {
  const { body } = await server.api('POST', '/lists', { name })
  return body.id
}

const add = (list: number, contacts: object[]) =>
  server.api('POST', `/lists/${list}/contacts`, { contacts })

const addField = (list: number, field: object) => server.api('POST', `/lists/${list}/fields`, field)

/** Downloads a file without decoding it, so that a BOM is visible. */
async function download(path: string): Promise<{ text: string; headers: Headers; status: number }> {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${server.token}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { text: bytes.toString(), headers: response.headers, status: response.status }
}

test('a list is exported as CSV with all columns, protected against formulas', async () => {
  const list = await newList('Señores "y" señoras / 2027')
  await addField(list, { name: 'Ciudad', type: 'text' })
  await addField(list, { name: 'Alta', type: 'date' })
  await addField(list, { name: 'Gasto', type: 'number' })
  await add(list, [
    {
      email: 'ana@example.org',
      nombre: '=HYPERLINK("http://evil.example")',
      customFields: { ciudad: 'Lugo, "la vieja"', alta: 1_767_225_600, gasto: -1.234 },
      tags: ['vip', 'new'],
    },
  ])
  const { text, headers } = await download(`/lists/${list}/export`)
  const [header, row] = text.split('\r\n')
  expect(header).toBe(
    '\ufeffemail,nombre,status,Ciudad,Alta,Gasto,tags,id,source,created_at,updated_at,confirmed_at,unsubscribed_at,last_open_at,last_click_at,suppression,suppression_scope,reason',
  )
  expect(row).toMatch(
    /^ana@example\.org,"'=HYPERLINK\(""http:\/\/evil\.example""\)",active,"Lugo, ""la vieja""",2026-01-01,-1\.2340,"new, vip",\d+,api,\d{4}-.+Z,\d{4}-.+Z,,,,,,,$/,
  )
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Senores y senoras 2027.csv"; filename*=UTF-8''Se%C3%B1ores%20y%20se%C3%B1oras%202027.csv`,
  )
})

test('an export holds only the requested contacts and columns, in that order', async () => {
  const list = await newList()
  await addField(list, { name: 'Ciudad', type: 'text' })
  await add(list, [
    { email: 'a@example.org', customFields: { ciudad: 'Lugo' } },
    { email: 'b@example.org' },
  ])
  await server.api('PUT', `/lists/${list}/contacts/b@example.org`, { status: 'unsubscribed' })
  const active = await download(`/lists/${list}/export?status=active&fields=ciudad,email`)
  expect(active.text).toBe('\ufeffCiudad,email\r\nLugo,a@example.org\r\n')
  const { body: segment } = await server.api('POST', '/segments', {
    ...{ name: 'Left', list_id: list },
    conditions: { op: 'and', rules: [{ field: 'status', operator: 'eq', value: 'unsubscribed' }] },
  })
  const left = await download(`/lists/${list}/export?segment_id=${segment.id}&format=ndjson`)
  expect(JSON.parse(left.text)).toMatchObject({ email: 'b@example.org', status: 'unsubscribed' })
  const wrong = await download(`/lists/${list}/export?fields=email,colour`)
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('fields.colour')])
  const unknown = await download(`/lists/${list}/export?segment_id=999999`)
  expect(unknown.status).toBe(422)
  const { api } = await server.other()
  expect((await api('GET', `/lists/${list}/export`)).status).toBe(404)
})

test('3,500 contacts are exported once each, and an empty list is a header', async () => {
  const list = await newList()
  const contacts = Array.from({ length: 3500 }, (_, index) => ({ email: `p${index}@example.org` }))
  await add(list, contacts)
  for (const format of ['csv', 'ndjson']) {
    const { text } = await download(`/lists/${list}/export?format=${format}&fields=email`)
    expect(new Set(text.match(/p\d+@/g)).size).toBe(3500)
    expect(text.trim().split('\n')).toHaveLength(format === 'csv' ? 3501 : 3500)
  }
  const empty = await download(`/lists/${await newList()}/export?fields=email,tags`)
  expect(empty.text).toBe('\ufeffemail,tags\r\n')
})

test('contacts as CSV come complete or up to the limit', async () => {
  const list = await newList()
  await addField(list, { name: 'Ciudad', type: 'text' })
  const contacts = Array.from({ length: 1100 }, (_, index) => ({
    email: `p${index}@example.org`,
    tags: ['a', 'b'],
    customFields: { ciudad: '@Lugo' },
  }))
  await add(list, contacts)
  const accept = { accept: 'text/csv' }
  const whole = await server.api(
    'GET',
    `/lists/${list}/contacts?fields=email,tags`,
    undefined,
    accept,
  )
  expect(whole.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = whole.body.trim().split('\r\n')
  expect([lines.length, lines[0], lines[1]]).toEqual([1101, 'email,tags', 'p0@example.org,"a, b"'])
  const some = await server.api('GET', `/lists/${list}/contacts?limit=2`, undefined, accept)
  expect(some.body.trim().split('\r\n')).toHaveLength(3)
  expect(some.body).toContain('""value"":""@Lugo""')
  const next = some.headers.get('x-next-cursor')
  expect(some.headers.get('link')).toContain(`cursor=${next}`)
  const json = await server.api('GET', `/lists/${list}/contacts?limit=2`)
  expect(json.body).toHaveLength(2)
})

test('the first page reports the total number of contacts', async () => {
  const list = await newList()
  await add(
    list,
    Array.from({ length: 7 }, (_, index) => ({ email: `t${index}@example.org` })),
  )
  await server.api('PUT', `/lists/${list}/contacts/t1@example.org`, { status: 'unsubscribed' })
  const path = `/lists/${list}/contacts?limit=3`
  const first = await server.api('GET', path)
  expect(first.headers.get('x-total-count')).toBe('7')
  const left = await server.api('GET', `${path}&status=unsubscribed`)
  expect(left.headers.get('x-total-count')).toBe('1')
  const cursor = first.headers.get('x-next-cursor')
  const second = await server.api('GET', `${path}&cursor=${cursor}`)
  expect(second.headers.get('x-total-count')).toBeNull()
})

const word = fc
  .string({ unit: fc.constantFrom(...`aZñéß日😀 0'"=+-@,;|\t&<>.`), maxLength: 12 })
  .map((text) => text.trim())
const fieldTypes = ['text', 'number', 'date', 'boolean', 'dropdown', 'multi', 'url'] as const
/** The third option contains the first two, separated by a comma. */
const choices = ['vino', 'queso', 'vino, queso', '-pan', '12" o más', 'a; b | c']
const person = fc.record({
  nombre: word.map((text) => text.replace(/\t/g, '')),
  text: word,
  number: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0)),
  date: fc.option(fc.integer({ min: -30_000_000_000, max: 250_000_000_000 })),
  boolean: fc.option(fc.boolean()),
  dropdown: fc.option(fc.constantFrom('S', 'M, de mediana', '=L')),
  multi: fc.subarray(choices),
  url: fc.option(fc.webUrl()),
  tags: fc.uniqueArray(fc.constantFrom('vip', '=uno', 'dos tres', 'ñ', 'uno, dos', '"vip"'), {
    maxLength: 3,
  }),
})

/** Field names that an import would recognise as a built-in column. */
const fieldNames: Record<(typeof fieldTypes)[number], string> = {
  text: 'Correo',
  number: 'Source',
  date: 'Created at',
  boolean: '=1+1',
  dropdown: 'Talla',
  multi: 'Etiquetas',
  url: 'Web',
}
const options = { dropdown: ['S', 'M, de mediana', '=L'], multi: choices }

async function listWithFields(): Promise<number> {
  const list = await newList()
  for (const type of fieldTypes) {
    const more = type === 'dropdown' || type === 'multi' ? { options: options[type] } : {}
    const { status } = await addField(list, {
      name: fieldNames[type],
      key: `f_${type}`,
      type,
      ...more,
    })
    expect(status).toBe(200)
  }
  return list
}

test.each(['csv', 'xlsx'])(
  'what %s exports, an import takes back to the same',
  async (format) => {
    const columns = ['email', 'nombre', ...fieldTypes.map((type) => `f_${type}`), 'tags'].join(',')
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 12 }), async (people) => {
        const [one, two] = [await listWithFields(), await listWithFields()]
        const contacts = people.map(({ nombre, tags, ...values }, index) => ({
          email: `p${index}@example.org`,
          ...{ nombre, tags },
          customFields: Object.fromEntries(
            Object.entries(values).map(([type, value]) => [`f_${type}`, value]),
          ),
        }))
        const { body } = await add(one, contacts)
        expect(body.errors).toEqual([])
        const file = join(newFolder(), `export.${format}`)
        const exported = await cli('lists', 'export', String(one), '--file', file)
        expect([exported.code, exported.stderr]).toEqual([0, ''])
        const imported = await cli('lists', 'import', file, '--list', String(two), '-o', 'json')
        expect([imported.code, imported.stdout]).toEqual([
          0,
          expect.stringContaining(`"created":${people.length}`),
        ])
        const again = async (list: number) =>
          (await download(`/lists/${list}/export?fields=${columns}`)).text
        expect(await again(two)).toBe(await again(one))
      }),
      { numRuns: 12 },
    )
  },
  120_000,
)

test('an export goes to standard output or a file, which is not overwritten unasked', async () => {
  const list = await newList('Verbs')
  await add(list, [{ email: 'ana@example.org' }])
  const piped = await cli('lists', 'export', 'Verbs', '--fields', 'email')
  expect([piped.code, piped.stdout, piped.stderr]).toEqual([
    0,
    '\ufeffemail\r\nana@example.org\r\n',
    '',
  ])
  const folder = newFolder()
  const file = join(folder, 'verbs.ndjson')
  const saved = await cli('lists', 'export', 'Verbs', '--file', file, '--json')
  expect(saved.json()).toEqual({ file, bytes: statSync(file).size })
  expect(JSON.parse(readFileSync(file, 'utf8')).email).toBe('ana@example.org')
  writeFileSync(file, 'mine')
  const refused = await cli('lists', 'export', 'Verbs', '--file', file)
  expect([refused.code, readFileSync(file, 'utf8')]).toEqual([7, 'mine'])
  expect((await cli('lists', 'export', 'Verbs', '--file', file, '--yes')).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('ana@example.org')
  const nowhere = await cli('lists', 'export', 'Verbs', '--file', join(folder, 'no', 'file.csv'))
  expect([nowhere.code, nowhere.stderr]).toEqual([
    2,
    expect.stringContaining('could not be written'),
  ])
  expect(readdirSync(folder)).toEqual(['verbs.ndjson'])
})

test('a workbook is not written to a terminal, and contacts cannot inject formulas', async () => {
  await add(await newList('Screen'), [{ email: 'ana@example.org', nombre: 'Ana\u009b31m' }])
  const inTerminal = cli.with({ terminal: { columns: 80 } })
  const refused = await inTerminal('lists', 'export', 'Screen', '--format', 'xlsx')
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain('--file')
  const shown = await inTerminal('lists', 'export', 'Screen', '--fields', 'email,nombre')
  expect([shown.code, shown.stdout]).toEqual([0, expect.not.stringContaining('\u009b')])
})

test('an interrupted export exits with 11 and leaves no file', async () => {
  const broken = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    response.write('email\r\nana@example.org\r\n')
    setTimeout(() => response.destroy(), 50)
  })
  await new Promise<void>((done) => broken.listen(0, '127.0.0.1', done))
  const { port } = broken.address() as AddressInfo // An object, because the server listens on a port.
  const folder = newFolder()
  const elsewhere = remite({ url: `http://127.0.0.1:${port}/v3/api`, token: 'token' })
  const result = await elsewhere('lists', 'export', '3', '--file', join(folder, 'out.csv'))
  expect([result.code, result.stderr]).toEqual([11, expect.stringContaining('Incomplete response')])
  expect(readdirSync(folder)).toEqual([])
  const piped = await elsewhere('lists', 'export', '3')
  expect(piped.code).toBe(11)
  broken.close()
})

test('exported, imported and exported again, every text keeps its line breaks and quotes', async () => {
  const parts = ['\r\n', '\n', '\r', '"', ',', ';', '\t', "'", '=', 'a', 'ñ']
  const [rows = []] = fc.sample(
    fc.array(fc.array(fc.constantFrom(...parts)), { minLength: 200, maxLength: 200 }),
    { numRuns: 1, seed: 7 },
  )
  const from = await newList()
  await addField(from, { name: 'Nota', type: 'text' })
  // An import trims texts, as it does those of every spreadsheet.
  const contacts = rows.map((row, n) => ({
    email: `p${n}@example.org`,
    customFields: { nota: `.${row.join('')}.` },
  }))
  expect((await add(from, contacts)).body.created).toBe(200)
  const contentTypes = {
    csv: 'text/csv',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
  const exportOf = async (list: number, format = 'csv') => {
    const path = `/lists/${list}/export?fields=email,nota&format=${format}`
    const headers = { authorization: `Bearer ${server.token}` }
    return Buffer.from(await (await fetch(server.url + path, { headers })).arrayBuffer())
  }
  for (const [format, contentType] of Object.entries(contentTypes)) {
    const to = await newList()
    await addField(to, { name: 'Nota', type: 'text' })
    const file = await exportOf(from, format)
    const sent = await fetch(`${server.url}/lists/${to}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': contentType },
      body: new Uint8Array(file),
    })
    expect(sent.status).toBe(202)
    await runJobs(server)
    expect((await exportOf(to)).equals(await exportOf(from)), format).toBe(true)
  }
})

test('an export looks up each of its contacts among many suppressions', async () => {
  const { db } = server.service
  const keys = Array.from({ length: 20_000 }, (_, index) => `p${index}@many.example`)
  const at = { accountId: server.accountId, campaignId: null, reason: '', now: 1 }
  const addresses = keys.map((key) => ({ key, email: key }))
  for (let start = 0; start < addresses.length; start += 1000) {
    const slice = addresses.slice(start, start + 1000)
    await suppressMany(db, { ...at, listId: wholeAccount, type: 'manual' }, slice)
  }
  const page = keys.filter((_, index) => index % 20 === 0)
  const list = { id: 1, account_id: server.accountId }
  const contacts = page.map((email_key) => ({ email_key }))
  const stored = page.map((key) => ({ key, stored: key }))
  const msOf = async (read: () => Promise<unknown>) => {
    const times: number[] = []
    for (let run = 0; run < 3; run++) {
      const start = performance.now()
      await read()
      times.push(performance.now() - start)
    }
    return Math.min(...times)
  }
  // The control looks up as many addresses.
  const control = await msOf(() => selectAnySuppressions(db, server.accountId, stored))
  const ms = await msOf(() => selectExportedSuppressions(db, list, contacts))
  expect(ms).toBeLessThan(20 * control)
})
