import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriberXsid } from '../../src/service/subscription/subscriber-xsid.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
})
afterAll(() => server.close())

const newList = async (name: string): Promise<string> => {
  const { stdout, stderr, code } = await cli('lists', 'create', '--name', name, '-o', 'ids')
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trim()
}

/** Returns the contact's xsid, as in the links of a message. */
async function xsidFor(email: string): Promise<string> {
  const { db, secrets } = server.service
  const row = await db
    .selectFrom('contacts')
    .select(['id', 'list_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return subscriberXsid(secrets.sids, { contactId: row.id, listId: row.list_id, campaignId: null })
}

test('a list is created, found by name, updated and shown with its contacts by status', async () => {
  const id = await newList('Customers')
  await cli('contacts', 'add', '--list', 'Customers', '--email', 'eva@example.org')
  expect((await cli('lists', 'update', id, '--description', 'Once a month')).code).toBe(0)
  const { stdout } = await cli('lists', 'get', id, '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'Customers',
    description: 'Once a month',
    counts: { active: 1 },
  })
  const card = await cli.with({ terminal: { columns: 80 }, env: { NO_COLOR: '1' } })(
    ...['lists', 'get', id],
  )
  expect(card.stdout).toMatch(/Active\s+1/)
})

test('a name that is taken is named, for lists, fields, segments and users', async () => {
  await newList('Taken')
  const on = ['--list', 'Taken']
  const twice = async (...args: string[]) => {
    await cli(...args, '--again')
    const { code, stderr } = await cli(...args, '--again')
    return [code, stderr.split('\n')[1]?.trim()]
  }
  expect(await twice('lists', 'create', '--name', 'Taken')).toEqual([
    6,
    'It already exists: Taken.',
  ])
  const field = ['lists', 'fields', 'create', ...on, '--name', 'Age', '--type', 'number']
  expect(await twice(...field)).toEqual([6, 'It already exists: Age.'])
  const segment = ['segments', 'create', ...on, '--name', 'Old', '--where', 'age > 60']
  expect(await twice(...segment)).toEqual([6, 'It already exists: Old.'])
})

test('a list is deleted only after confirmation', async () => {
  const id = await newList('Old')
  const unconfirmed = await cli('lists', 'delete', id)
  expect(unconfirmed.code).toBe(7)
  expect(unconfirmed.stderr).toContain('“Old”')
  expect((await cli('lists', 'get', id)).code).toBe(0)
  expect((await cli('lists', 'delete', id, '--confirm', 'Older')).code).toBe(7)
  expect((await cli('lists', 'delete', id, '--confirm', 'Old')).code).toBe(0)
  expect((await cli('lists', 'get', id)).code).toBe(3)
})

test('a contact is added, shown, updated and removed by address', async () => {
  const list = await newList('People')
  const on = ['--list', 'People']
  await cli('lists', 'fields', 'create', ...on, '--name', 'City', '--type', 'text')
  const added = await cli(
    ...['contacts', 'add', ...on, '--email', 'ana@example.org', '--nombre', 'Ana Ruiz'],
    ...['--field', 'city=Lugo', '--tag', 'vip', '--tag', 'new'],
  )
  expect(added.code).toBe(0)
  const { stdout } = await cli('contacts', 'get', 'ana@example.org', '--list', list, '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    email: 'ana@example.org',
    nombre: 'Ana Ruiz',
    status: 'active',
    customFields: [{ name: 'City', value: 'Lugo' }],
    tags: expect.arrayContaining(['vip', 'new']),
  })
  await cli('contacts', 'update', 'ana@example.org', ...on, '--field', 'city=Vigo')
  const listed = await cli('contacts', 'list', ...on, '--status', 'active', '-o', 'ndjson')
  expect(listed.stdout).toContain('Vigo')
  expect((await cli('contacts', 'remove', 'ana@example.org', ...on)).code).toBe(7)
  expect((await cli('contacts', 'remove', 'ana@example.org', ...on, '--yes')).code).toBe(0)
  expect((await cli('contacts', 'get', 'ana@example.org', ...on)).code).toBe(3)
})

test('an update of an address that is not in the list adds it, and says so', async () => {
  await newList('Typos')
  const on = ['--list', 'Typos']
  const added = await cli('contacts', 'update', 'typo@example.org', '--nombre', 'Ana', ...on)
  expect([added.code, added.stderr]).toEqual([
    0,
    'warning: There was no typo@example.org in the list, so it was added.\n',
  ])
  const known = await cli('contacts', 'update', 'typo@example.org', '--nombre', 'Eva', ...on)
  expect([known.code, known.stderr]).toEqual([0, ''])
})

test('custom fields are listed, updated and deleted', async () => {
  const list = await newList('Fields')
  const on = ['--list', list]
  const size = ['--type', 'dropdown', '--option', 'S', '--option', 'M']
  const { stdout } = await cli(
    'lists',
    'fields',
    'create',
    ...on,
    '--name',
    'Size',
    ...size,
    '-o',
    'ids',
  )
  const id = stdout.trim()
  await cli('lists', 'fields', 'update', id, ...on, '--name', 'Talla', '--internal')
  const fields = await cli('lists', 'fields', 'list', ...on, '--json')
  expect(fields.json().data).toMatchObject([
    { name: 'Talla', type: 'dropdown', options: ['S', 'M'], internal: true },
  ])
  expect((await cli('lists', 'fields', 'delete', id, ...on, '--yes')).code).toBe(0)
  expect((await cli('lists', 'fields', 'list', ...on, '-o', 'ids')).stdout).toBe('')
})

test('a dry run shows the request and needs no session', async () => {
  const result = await remite().with({ env: { REMITE_API_URL: server.url } })(
    ...['contacts', 'add', '--list', '3', '--email', 'ana@example.org', '--dry-run', '--json'],
  )
  expect(result.json()).toEqual({
    dry_run: true,
    method: 'POST',
    url: `${server.url}/lists/3/contacts`,
    body: { email: 'ana@example.org' },
  })
})

test('a subscriber sees and updates their data without an account, and unsubscribes', async () => {
  const anyone = remite().with({ env: { REMITE_API_URL: server.url } })
  await newList('Readers')
  await cli('contacts', 'add', '--list', 'Readers', '--email', 'leo@example.org', '--nombre', 'Leo')
  const xsid = await xsidFor('leo@example.org')
  expect((await anyone('subscription', 'get', xsid)).stdout).toBe(
    'leo@example.org\tLeo\tReaders\t\n',
  )
  expect((await anyone('subscription', 'update', xsid, '--nombre', 'Leo Gil')).code).toBe(0)
  expect((await anyone('subscription', 'get', xsid, '--json')).json().nombre).toBe('Leo Gil')
  expect((await anyone('subscription', 'unsubscribe', xsid)).code).toBe(7)
  expect((await anyone('subscription', 'unsubscribe', xsid, '--spam', '--yes')).code).toBe(0)
  const gone = await anyone('subscription', 'get', xsid, '--json')
  expect([gone.code, JSON.parse(gone.stderr).error.code]).toEqual([6, 'unsubscribed'])
  const shown = await cli('contacts', 'get', 'leo@example.org', '--list', 'Readers', '--json')
  expect(shown.json().status).toBe('complained')
})

test.each(['-qF2xKxQ2m', '-ok4a98kR7', '-y', '-1'])(
  'a flag takes the value %s as typed',
  async (code) => {
    const id = Number(await newList(`List ${code}`))
    const { db } = server.service
    await db.updateTable('lists').set({ public_id: code }).where('id', '=', id).execute()
    const anyone = remite().with({ env: { REMITE_API_URL: server.url } })
    const email = `lea${id}@example.org`
    const joined = await anyone('public', 'subscribe', '--list', code, '--email', email)
    expect([joined.code, joined.stdout, joined.stderr]).toEqual([0, 'true\n', ''])
    expect(
      await db.selectFrom('contacts').select('list_id').where('email', '=', email).execute(),
    ).toEqual([{ list_id: id }])
  },
)

test('the public form takes a list by its public code, and unsubscribing needs only an xsid', async () => {
  const anyone = remite().with({ env: { REMITE_API_URL: server.url } })
  const id = await newList('Forms')
  const code = (await cli('lists', 'get', id, '--json')).json().public_id
  const joined = await anyone('public', 'subscribe', '--list', code, '--email', 'mar@example.org')
  expect([joined.code, joined.stdout]).toEqual([0, 'true\n'])
  const xsid = await xsidFor('mar@example.org')
  expect((await anyone('public', 'unsubscribe', xsid, '--yes')).code).toBe(0)
  expect((await anyone('public', 'unsubscribe')).code).toBe(2)
})
