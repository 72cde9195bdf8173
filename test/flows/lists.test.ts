import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepOrphans } from '../../src/service/contacts/sweep-store.ts'
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

test('a list is made, shown with its counts, edited and found by a part of its name', async () => {
  const made = await server.api('POST', '/lists', { name: 'Clientes 100% VIP', double_optin: true })
  expect(made.body).toEqual({ ok: true, id: expect.any(Number) })
  const path = `/lists/${made.body.id}`
  await server.api('PUT', path, { description: 'los buenos', from_mail: 'Ana@Tienda.Example' })
  await addContacts(made.body.id, ['a@example.org', 'b@example.org'])
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
  expect(found.body.map(({ id }: { id: number }) => id)).toEqual([made.body.id])
  expect((await server.api('GET', '/lists?q=100_')).body).toEqual([])
})

test('two lists of an account cannot have the same name, those of two accounts can', async () => {
  const first = await newList({ name: 'Boletín' })
  const again = await server.api('POST', '/lists', { name: 'BOLETíN' })
  expect([again.status, again.body.code]).toEqual([409, 'already_exists'])
  const second = await newList()
  const renamed = await server.api('PUT', `/lists/${second}`, { name: 'boletín' })
  expect([renamed.status, renamed.body.code]).toEqual([409, 'already_exists'])
  expect((await server.api('PUT', `/lists/${first}`, { name: 'boletín' })).status).toBe(200)
  const other = await server.other()
  expect((await other.api('POST', '/lists', { name: 'Boletín' })).status).toBe(200)
})

test('pages go on where they ended', async () => {
  const other = await server.other()
  const names = ['one', 'two', 'three']
  for (const name of names) await other.api('POST', '/lists', { name })
  const seen: string[] = []
  let path = '/lists?limit=2'
  for (let pages = 0; pages < 2; pages++) {
    const { body, headers } = await other.api('GET', path)
    seen.push(...body.map(({ name }: { name: string }) => name))
    path = `/lists?limit=2&cursor=${headers.get('x-next-cursor')}`
  }
  expect(seen).toEqual(names)
})

test('a list is gone with all that is on it, its places included', async () => {
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

test('a list that a campaign is about to mail or to leave out stays', async () => {
  const { db } = server.service
  for (const excluded of [0, 1] as const) {
    const list = await newList()
    const campaign = await newCampaign('scheduled')
    await db
      .insertInto('campaign_lists')
      .values({ campaign_id: campaign, list_id: list, position: 0, excluded })
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

test('what a kill left of a list is swept later', async () => {
  const { db, reader } = server.service
  const list = await newList()
  await addContacts(list, someEmails(1200))
  await db.deleteFrom('lists').where('id', '=', list).execute()
  await sweepOrphans({ db, reader })
  const left = await db.selectFrom('contacts').select('id').where('list_id', '=', list).execute()
  expect(left).toEqual([])
})

test("another account's list is not found, whatever is done to it", async () => {
  const list = await newList()
  const field = await server.api('POST', `/lists/${list}/fields`, { name: 'Talla', type: 'text' })
  const other = await server.other()
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
    const answer = await other.api(method, `/lists/${list}${path}`, body)
    expect([method, path, answer.status, answer.body.code]).toEqual([
      method,
      path,
      404,
      'not_found',
    ])
  }
  expect((await other.api('GET', '/lists')).body).toEqual([])
})

test('fields of every type are kept, their keys made from their names', async () => {
  const list = await newList()
  const path = `/lists/${list}/fields`
  const made = [
    { name: 'Talla', type: 'dropdown', options: ['S', 'M'], default: 'M' },
    { name: 'Año de nacimiento', type: 'number', required: true },
    { name: '¿Alta?', type: 'date', internal: true },
    { name: 'Intereses', type: 'multi', options: ['vino', 'queso'] },
  ]
  for (const field of made) expect((await server.api('POST', path, field)).status).toBe(200)
  const { body } = await server.api('GET', path)
  expect(body.map(({ key }: { key: string }) => key)).toEqual([
    'talla',
    'ano_de_nacimiento',
    'alta',
    'intereses',
  ])
  expect(body[0]).toMatchObject({ ...made[0], internal: false, required: false })
})

test('a field without its options, with a bad default or a key that tags use is refused', async () => {
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

test('a name or key stands once on a list', async () => {
  const path = `/lists/${await newList()}/fields`
  await server.api('POST', path, { name: 'Código', type: 'text' })
  for (const field of [{ name: 'CODIGO' }, { name: 'Otro', key: 'codigo' }]) {
    const answer = await server.api('POST', path, { ...field, type: 'text' })
    expect([answer.status, answer.body.code]).toEqual([409, 'already_exists'])
  }
})

test('a field changes its type when every value can be one of the new type, else not at all', async () => {
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

test('an option that somebody has cannot be taken away, another one can', async () => {
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

test('a field that is deleted takes its values along', async () => {
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
