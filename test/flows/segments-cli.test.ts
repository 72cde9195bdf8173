import { afterAll, beforeAll, expect, test } from 'vitest'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  await server.api('POST', '/lists', { name: 'Customers' })
  await server.api('POST', '/lists/1/fields', { name: 'Ciudad', type: 'text' })
  const contacts = [
    { email: 'ana@example.org', customFields: { ciudad: 'Lugo' } },
    { email: 'eva@example.org', customFields: { ciudad: 'Vigo' } },
  ]
  await server.api('POST', '/lists/1/contacts', { contacts })
})
afterAll(() => server.close())

const conditions = {
  op: 'and',
  rules: [
    { field: 'ciudad', operator: 'eq', value: 'lugo' },
    { op: 'not', rules: [{ event: 'click', count: { op: 'gte', n: 3 }, within: { days: 30 } }] },
  ],
}

let count = 0
async function create(more: string[] = []): Promise<string> {
  const withFile = cli.with({ stdin: JSON.stringify(conditions) })
  const name = `Lugo ${++count}`
  const { code, stdout, stderr } = await withFile(
    ...['segments', 'create', '--name', name, '--conditions', '-', '-o', 'ids', ...more],
  )
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trim()
}

const onScreen = (language = 'en') =>
  cli.with({ terminal: { columns: 100 }, env: { NO_COLOR: '1', REMITE_LANG: language } })

test('a segment is shown with its conditions in words, in both languages', async () => {
  const id = await create(['--list', 'Customers'])
  const { stdout } = await onScreen()('segments', 'get', id)
  expect(stdout).toContain('all of these:\n')
  expect(stdout).toMatch(/\n {2}ciudad is lugo\n {2}none of these:\n {4}clicked at least 3 times/)
  const spanish = await onScreen('es')('segments', 'get', id)
  expect(spanish.stdout).toContain('hizo clic al menos 3 veces en los últimos 30 días')
  const json = await cli('segments', 'get', id, '--json')
  expect(json.json()).toMatchObject({ list_id: 1, conditions })
})

test('a count shows each rule in words with its own number', async () => {
  const id = await create()
  const { stdout } = await onScreen()('segments', 'count', id)
  expect(stdout).toMatch(/Total\s+1/)
  expect(stdout).toMatch(/ciudad is lugo\s+1\n/)
  expect(stdout).toMatch(/clicked at least 3 times in the last 30 days\s+0\n/)
  const json = await cli('segments', 'count', id, '--json')
  expect(json.json().per_rule).toEqual([
    { pointer: '/rules/0', total: 1 },
    { pointer: '/rules/1/rules/0', total: 0 },
  ])
})

test('a segment is found, updated, recounted, duplicated and turned into a list', async () => {
  const id = await create()
  expect((await cli('segments', 'update', id, '--name', 'Lucenses')).code).toBe(0)
  const refreshed = await cli('segments', 'refresh', id, '--json')
  expect(refreshed.json().contacts).toBe(1)
  const copy = await cli('segments', 'duplicate', id, '-o', 'ids')
  const listed = await cli('segments', 'list', '--q', 'Lucenses', '-o', 'ids')
  expect(listed.stdout).toBe(`${id}\n${copy.stdout}`)
  const list = await cli('segments', 'to-list', id, '--name', 'Of Lugo', '-o', 'ids')
  const contacts = await cli(
    'contacts',
    'list',
    '--list',
    list.stdout.trim(),
    '--fields',
    'email',
    '-o',
    'csv',
  )
  expect(contacts.stdout).toBe('email\r\nana@example.org\r\n')
})

test('contacts of a segment are saved to a file, and `fields` lists the possible conditions', async () => {
  const id = await create(['--list', 'Customers'])
  const contacts = await cli('segments', 'contacts', id, '--all', '--fields', 'email', '-o', 'csv')
  expect(contacts.stdout).toBe('email\r\nana@example.org\r\n')
  const { stdout } = await cli('segments', 'fields', '--list', 'Customers', '-o', 'ids')
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['email', 'ciudad', 'click']))
})

test('a table of fields lists behaviour apart, and machine formats keep one list', async () => {
  const { stdout } = await onScreen()('segments', 'fields', '--list', 'Customers')
  const [fields = '', behaviour = '', ...more] = stdout.split('\n\n')
  expect(more).toEqual([])
  expect(fields).toMatch(/^ciudad +Ciudad/m)
  expect(fields).not.toMatch(/^(open|click|sent|bounce) /m)
  expect(behaviour.split('\n')[0]).toBe('What contacts did, for rules with `event`')
  expect(behaviour).toMatch(/^open +Opens +eq, gte, lte$/m)
  const listed = await cli('segments', 'fields', '--json')
  expect(listed.json().data.map(({ field }: { field: string }) => field)).toContain('open')
  const chosen = await onScreen()('segments', 'fields', '--fields', 'field,kind')
  expect(chosen.stdout).toMatch(/^open +event$/m)
})

test('a segment is deleted only after confirmation', async () => {
  const id = await create()
  const unconfirmed = await cli('segments', 'delete', id)
  expect(unconfirmed.code).toBe(7)
  expect(unconfirmed.stderr).toContain(`“Lugo ${count}”`)
  expect((await cli('segments', 'get', id)).code).toBe(0)
  expect((await cli('segments', 'delete', id, '--yes')).code).toBe(0)
  expect((await cli('segments', 'get', id)).code).toBe(3)
})

test('an invalid rule is named by its location in the file', async () => {
  const wrong = { op: 'and', rules: [{ field: 'city', operator: 'eq', value: 'x' }] }
  const withFile = cli.with({ stdin: JSON.stringify(wrong) })
  const { code, stderr } = await withFile('segments', 'preview', '--conditions', '-')
  expect(code).toBe(6)
  expect(stderr).toContain('--conditions /rules/0/field')
})

test('a campaign draft can target a segment', async () => {
  const id = await create(['--list', 'Customers'])
  const { code, stdout, stderr } = await cli.with({ stdin: '<p>Hola</p>' })(
    ...['campaigns', 'create', '--name', 'March', '--subject', 'Hello', '--html', '-'],
    ...[
      '--from-mail',
      'hola@tienda.example',
      '--list',
      '1',
      '--segment',
      id,
      '--draft',
      '-o',
      'ids',
    ],
  )
  expect([code, stderr]).toEqual([0, ''])
  const { body } = await server.api('GET', `/campaigns/${stdout.trim()}`)
  expect(body.segment_id).toBe(Number(id))
})

test('a segment is written as an expression, shown as one, and previewed before', async () => {
  const where = 'Ciudad = lugo and not (clicked at least 3 times in 30d or tag = "old customer")'
  const preview = await cli('segments', 'preview', '--list', '1', '--where', where, '--json')
  expect(preview.json()).toMatchObject({ total: 1, sample: [{ email: 'ana@example.org' }] })
  const named = ['segments', 'create', '--name', 'By expression', '--list', 'Customers']
  const id = (await cli(...named, '--where', where, '-o', 'ids')).stdout.trim()
  const shown = await cli('segments', 'get', id, '--json')
  expect(shown.json()).toMatchObject({
    where:
      'ciudad = "lugo" and not (clicked at least 3 times in 30d or tags contains "old customer")',
    conditions: { op: 'and', rules: [{ field: 'ciudad' }, { op: 'not' }] },
  })
  expect((await cli('segments', 'update', id, '--where', 'ciudad != Lugo')).code).toBe(0)
  const changed = await cli('segments', 'preview', id, '--json')
  expect(changed.json()).toMatchObject({ total: 1, sample: [{ email: 'eva@example.org' }] })
})

test.each([
  [
    ['--where', 'cuidad = Lugo'],
    'Unknown field: cuidad (did you mean ciudad?).\n    cuidad = Lugo\n    ^',
  ],
  [['--where', 'ciudad = Lugo and'], '\n    ciudad = Lugo and\n                     ^\n'],
  [
    ['--where', 'opened', '--conditions', '-'],
    '--where: This cannot be combined with --conditions.',
  ],
  [[], '--where | --conditions'],
])('segments create with %j is a usage error that shows the place', async (flags, sentence) => {
  const withFile = cli.with({ stdin: JSON.stringify(conditions) })
  const { code, stderr } = await withFile('segments', 'create', '--name', 'Wrong', ...flags)
  expect(stderr).toContain(sentence)
  expect(code).toBe(2)
})
