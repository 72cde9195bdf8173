import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeDeletedLists } from '../../src/service/retention/deleted-lists.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

let lists = 0
async function newList(more: object = {}): Promise<number> {
  const name = `list ${++lists}`
  const { body } = await server.api('POST', '/lists', { name, ...more })
  return body.id
}

const addContacts = (list: number, emails: readonly string[]) =>
  server.api('POST', `/lists/${list}/contacts`, { contacts: emails.map((email) => ({ email })) })

const someEmails = (count: number) =>
  Array.from({ length: count }, (_, index) => `person${index}@example.org`)

test('a list is created, shown with counts, edited and found by part of its name', async () => {
  const created = await server.api('POST', '/lists', {
    name: 'Clientes 100% VIP',
    double_optin: true,
  })
  expect(created.body).toEqual({ ok: true, id: expect.any(Number) })
  const path = `/lists/${created.body.id}`
  await server.api('PUT', path, { description: 'los buenos', from_mail: 'Ana@Tienda.Example' })
  await addContacts(created.body.id, ['a@example.org', 'b@example.org'])
  const { body } = await server.api('GET', path)
  expect(body).toMatchObject({
    name: 'Clientes 100% VIP',
    description: 'los buenos',
    from_mail: 'Ana@tienda.example',
    double_optin: true,
    contacts: 2,
    active: 0,
    counts: { active: 0, unconfirmed: 2, unsubscribed: 0, bounced: 0, complained: 0 },
  })
  expect(body.public_id).toMatch(/^[\w-]{16}$/)
  expect(body.growth).toHaveLength(30)
  expect(body.growth.at(-1)).toMatchObject({ joined: 2, left: 0 })
  const found = await server.api('GET', '/lists?q=100%25 v')
  expect(found.body.map(({ id }: { id: number }) => id)).toEqual([created.body.id])
  expect((await server.api('GET', '/lists?q=100_')).body).toEqual([])
})

test('list names are unique within an account, not across accounts', async () => {
  const first = await newList({ name: 'Boletín' })
  const again = await server.api('POST', '/lists', { name: 'BOLETíN' })
  expect([again.status, again.body.code]).toEqual([409, 'already_exists'])
  const second = await newList()
  const renamed = await server.api('PUT', `/lists/${second}`, { name: 'boletín' })
  expect([renamed.status, renamed.body.code]).toEqual([409, 'already_exists'])
  expect((await server.api('PUT', `/lists/${first}`, { name: 'boletín' })).status).toBe(200)
  const otherAccount = await server.other()
  expect((await otherAccount.api('POST', '/lists', { name: 'Boletín' })).status).toBe(200)
})

test('paging continues where the page ended', async () => {
  const otherAccount = await server.other()
  const names = ['one', 'two', 'three']
  for (const name of names) await otherAccount.api('POST', '/lists', { name })
  const found: string[] = []
  let path = '/lists?limit=2'
  for (let pages = 0; pages < 2; pages++) {
    const { body, headers } = await otherAccount.api('GET', path)
    found.push(...body.map(({ name }: { name: string }) => name))
    path = `/lists?limit=2&cursor=${headers.get('x-next-cursor')}`
  }
  expect(found).toEqual(names)
})

test('deleting a list deletes its contents and frees its quota', async () => {
  const { db } = server.service
  const used = async () =>
    (
      await db
        .selectFrom('accounts')
        .select('contacts_used')
        .where('id', '=', server.accountId)
        .execute()
    )[0]
  const before = await used()
  const list = await newList()
  const field = await server.api('POST', `/lists/${list}/fields`, { name: 'Ciudad', type: 'text' })
  await server.api('POST', `/lists/${list}/contacts`, {
    contacts: someEmails(2500).map((email) => ({ email, customFields: { ciudad: 'Lugo' } })),
    tags: ['new'],
  })
  expect((await server.api('DELETE', `/lists/${list}`)).body).toEqual({ ok: true })
  expect((await server.api('GET', `/lists/${list}`)).status).toBe(404)
  const left = await db.selectFrom('contacts').select('id').where('list_id', '=', list).execute()
  const values = await db
    .selectFrom('contact_values')
    .select('contact_id')
    .where('field_id', '=', field.body.id)
    .execute()
  expect([left, values, await used()]).toEqual([[], [], before])
})

test('a list that a campaign is about to use or exclude cannot be deleted', async () => {
  const { db } = server.service
  for (const excluded of [0, 1] as const) {
    const list = await newList()
    const campaign = await newCampaign('scheduled')
    await db
      .insertInto('campaign_lists')
      .values({
        account_id: server.accountId,
        campaign_id: campaign,
        list_id: list,
        position: 0,
        excluded,
      })
      .execute()
    const refused = await server.api('DELETE', `/lists/${list}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
    await db.updateTable('campaigns').set({ status: 'sent' }).where('id', '=', campaign).execute()
    expect((await server.api('DELETE', `/lists/${list}`)).status).toBe(200)
  }
})

async function newCampaign(status: string): Promise<number> {
  const { body } = await server.api('POST', '/campaigns', {
    camp_name: 'Rebajas',
    asunto: 'Rebajas',
    html: '<p>Hola</p>',
    from_name: 'Ana',
    from_mail: 'ana@example.org',
    list_id: [String(await newList())],
    draft: true,
  })
  await server.service.db
    .updateTable('campaigns')
    .set({ status })
    .where('id', '=', body.id)
    .execute()
  return body.id
}

test('leftovers of an interrupted delete are removed later', async () => {
  const { db, reader } = server.service
  const list = await newList()
  await addContacts(list, someEmails(1200))
  await db.deleteFrom('lists').where('id', '=', list).execute()
  await purgeDeletedLists({ db, reader })
  const left = await db.selectFrom('contacts').select('id').where('list_id', '=', list).execute()
  expect(left).toEqual([])
})

test('a list of another account is not found, on any route', async () => {
  const list = await newList()
  const field = await server.api('POST', `/lists/${list}/fields`, { name: 'Talla', type: 'text' })
  const otherAccount = await server.other()
  const calls = [
    ['GET', ''],
    ['PUT', '', { name: 'mine' }],
    ['DELETE', ''],
    ['GET', '/fields'],
    ['POST', '/fields', { name: 'Color', type: 'text' }],
    ['PUT', `/fields/${field.body.id}`, { name: 'Color' }],
    ['DELETE', `/fields/${field.body.id}`],
    ['GET', '/contacts'],
    ['POST', '/contacts', { email: 'a@example.org' }],
    ['GET', '/contacts/1'],
    ['PUT', '/contacts/a@example.org', { nombre: 'Ana' }],
    ['DELETE', '/contacts/1'],
  ] as const
  for (const [method, path, body] of calls) {
    const answer = await otherAccount.api(method, `/lists/${list}${path}`, body)
    expect([method, path, answer.status, answer.body.code]).toEqual([
      method,
      path,
      404,
      'not_found',
    ])
  }
  expect((await otherAccount.api('GET', '/lists')).body).toEqual([])
})

test('fields of every type are stored, with keys made from their names', async () => {
  const list = await newList()
  const path = `/lists/${list}/fields`
  const fields = [
    { name: 'Talla', type: 'dropdown', options: ['S', 'M'], default: 'M' },
    { name: 'Año de nacimiento', type: 'number', required: true },
    { name: '¿Alta?', type: 'date', internal: true },
    { name: 'Intereses', type: 'multi', options: ['vino', 'queso'] },
  ]
  for (const field of fields) expect((await server.api('POST', path, field)).status).toBe(200)
  const { body } = await server.api('GET', path)
  expect(body.map(({ key }: { key: string }) => key)).toEqual([
    'talla',
    'ano_de_nacimiento',
    'alta',
    'intereses',
  ])
  expect(body[0]).toMatchObject({ ...fields[0], internal: false, required: false })
})

test('a field without options, with a bad default or a reserved key is refused', async () => {
  const path = `/lists/${await newList()}/fields`
  const refused = async (field: object) => {
    const { status, body } = await server.api('POST', path, { name: 'x', ...field })
    return [status, body.errors?.[0]?.field, body.errors?.[0]?.code]
  }
  expect(await refused({ type: 'radio' })).toEqual([422, 'options', 'too_few'])
  expect(await refused({ type: 'text', options: ['a'] })).toEqual([422, 'options', 'too_many'])
  expect(await refused({ type: 'radio', options: ['a', 'a'] })).toEqual([
    422,
    'options',
    'duplicate',
  ])
  expect(await refused({ type: 'number', default: 'ten' })).toEqual([422, 'default', 'bad_number'])
  expect(await refused({ type: 'text', key: 'email' })).toEqual([422, 'key', 'duplicate'])
})

test('names and keys are unique within a list', async () => {
  const path = `/lists/${await newList()}/fields`
  await server.api('POST', path, { name: 'Código', type: 'text' })
  for (const field of [{ name: 'CODIGO' }, { name: 'Otro', key: 'codigo' }]) {
    const answer = await server.api('POST', path, { ...field, type: 'text' })
    expect([answer.status, answer.body.code]).toEqual([409, 'already_exists'])
  }
})

test('a field changes its type only when every value fits the new type', async () => {
  const list = await newList()
  const { body } = await server.api('POST', `/lists/${list}/fields`, { name: 'Edad', type: 'text' })
  const path = `/lists/${list}/fields/${body.id}`
  const contacts = [
    { email: 'a@example.org', customFields: { edad: '31' } },
    { email: 'b@example.org', customFields: { edad: 'joven' } },
  ]
  await server.api('POST', `/lists/${list}/contacts`, { contacts })
  const conflict = await server.api('PUT', path, { type: 'number' })
  expect([conflict.status, conflict.body.code]).toEqual([409, 'conflict'])
  await server.api('PUT', `/lists/${list}/contacts/b@example.org`, { customFields: { edad: 40 } })
  expect((await server.api('PUT', path, { type: 'number' })).status).toBe(200)
  const shown = await server.api('GET', `/lists/${list}/contacts/a@example.org`)
  expect(shown.body.customFields).toEqual([
    { id: body.id, name: 'Edad', value: '31', type: 'number' },
  ])
})

test('an option in use cannot be removed, an unused one can', async () => {
  const list = await newList()
  const field = { name: 'Talla', type: 'radio', options: ['S', 'M', 'L'] }
  const { body } = await server.api('POST', `/lists/${list}/fields`, field)
  const path = `/lists/${list}/fields/${body.id}`
  await server.api('POST', `/lists/${list}/contacts`, {
    email: 'a@example.org',
    customFields: { talla: 'M' },
  })
  expect((await server.api('PUT', path, { options: ['S', 'L'] })).status).toBe(409)
  expect((await server.api('PUT', path, { options: ['M', 'L'] })).status).toBe(200)
})

test('deleting a field deletes its values', async () => {
  const list = await newList()
  const { body } = await server.api('POST', `/lists/${list}/fields`, {
    name: 'Talla',
    type: 'text',
  })
  await server.api('POST', `/lists/${list}/contacts`, {
    email: 'a@example.org',
    customFields: { talla: 'M' },
  })
  expect((await server.api('DELETE', `/lists/${list}/fields/${body.id}`)).status).toBe(200)
  const shown = await server.api('GET', `/lists/${list}/contacts/a@example.org`)
  expect(shown.body.customFields).toEqual([])
  const values = await server.service.db
    .selectFrom('contact_values')
    .selectAll()
    .where('field_id', '=', body.id)
    .execute()
  expect(values).toEqual([])
})
