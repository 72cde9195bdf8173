import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSender } from '../support/campaign-fixtures.ts'
import { setContactStatus } from '../support/database/contact-rows.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
  // Without a verified sender, opt-in mail waits.
  await addSender(server)
})
afterAll(() => server.close())

let lists = 0
async function newList(more: object = {}): Promise<number> {
  const { body } = await server.api('POST', '/lists', { name: `list ${++lists}`, ...more })
  return body.id
}

const newField = async (list: number, field: object): Promise<number> =>
  (await server.api('POST', `/lists/${list}/fields`, field)).body.id

const add = (list: number, body: object, headers = {}) =>
  server.api('POST', `/lists/${list}/contacts`, body, headers)

const get = async (list: number, contact: string | number) =>
  (await server.api('GET', `/lists/${list}/contacts/${contact}`)).body

const edit = (list: number, contact: string | number, body: object) =>
  server.api('PUT', `/lists/${list}/contacts/${contact}`, body)

const setStatus = (contact: number, status: string) =>
  setContactStatus(server.service.db, status, sql`id = ${contact}`)

const mailsTo = (email: string) =>
  server.service.db.selectFrom('messages').selectAll().where('to_mail', '=', email).execute()

test('a contact is added with fields and tags, and found by id and by address', async () => {
  const list = await newList()
  const talla = await newField(list, { name: 'Talla', type: 'dropdown', options: ['S', 'M'] })
  const alta = await newField(list, { name: 'Alta', type: 'date', internal: true })
  const added = await add(list, {
    email: 'Ana.Gil@Example.ORG',
    nombre: 'Ana Gil',
    customFields: { [talla]: 'M', alta: 1_767_225_600 },
    tags: ['vip', 'new'],
  })
  expect(added.body).toEqual({ ok: true, id: expect.any(Number), status: 'active', created: true })
  const shown = await get(list, added.body.id)
  expect(shown).toMatchObject({
    list_id: list,
    email: 'Ana.Gil@example.org',
    nombre: 'Ana Gil',
    status: 'active',
    customFields: [
      { id: talla, name: 'Talla', value: 'M', type: 'dropdown' },
      { id: alta, name: 'Alta', value: '1767225600', type: 'date' },
    ],
    tags: ['new', 'vip'],
    confirmed_at: null,
  })
  expect(await get(list, 'ana.gil@EXAMPLE.org')).toEqual(shown)
})

test('of 5,000 rows 37 bad ones are reported, the others stored, and the totals agree', async () => {
  const list = await newList()
  await newField(list, { name: 'Edad', type: 'number' })
  await newField(list, { name: 'Talla', type: 'radio', options: ['S', 'M'] })
  const bad = new Map<number, object>()
  for (let each = 0; each < 37; each++) {
    const email = `bad${each}@example.org`
    const kinds = [
      { email: `bad${each}@` },
      { email, customFields: { edad: 'many' } },
      { email, customFields: { talla: 'XXL' } },
      { email, customFields: { color: 'red' } },
    ]
    bad.set(each * 130 + 5, kinds[each % kinds.length] ?? {})
  }
  const contacts = Array.from(
    { length: 5000 },
    (_, index) =>
      bad.get(index) ?? {
        email: `person${index}@example.org`,
        customFields: { edad: index, talla: index % 2 ? 'S' : 'M' },
      },
  )
  contacts[4999] = { email: 'PERSON0@example.org', nombre: 'again' }
  const { status, body } = await add(list, { contacts }, { 'accept-language': 'es' })
  expect(status).toBe(200)
  expect([body.created, body.updated, body.skipped, body.errors.length]).toEqual([4962, 0, 1, 37])
  expect(body.errors.map(({ index }: { index: number }) => index)).toEqual([...bad.keys()])
  expect(body.errors.slice(0, 4)).toMatchObject([
    { field: 'email', code: 'bad_email', message: 'No es una dirección de correo válida.' },
    { field: 'customFields.edad', code: 'bad_number', email: 'bad1@example.org' },
    { field: 'customFields.talla', code: 'not_a_choice', message: expect.stringContaining('S, M') },
    { field: 'customFields.color', code: 'unknown_field' },
  ])
  expect(await get(list, 'person0@example.org')).toMatchObject({ nombre: 'again' })
  expect((await get(list, 'person4998@example.org')).customFields[0].value).toBe('4998')
  const again = await add(list, { contacts })
  expect([again.body.created, again.body.updated, again.body.skipped]).toEqual([0, 4962, 1])
})

test('an upsert writes the given values and keeps the others', async () => {
  const list = await newList()
  await newField(list, { name: 'Ciudad', type: 'text' })
  await newField(list, { name: 'Gustos', type: 'multi', options: ['vino', 'queso', 'pan'] })
  const email = 'ana@example.org'
  await add(list, {
    email,
    nombre: 'Ana',
    customFields: { ciudad: 'Lugo', gustos: ['vino', 'queso', 'pan'] },
    tags: ['one'],
  })
  const again = { email, nombre: '', customFields: { gustos: ['pan'] }, tags: ['two'] }
  expect((await add(list, { contacts: [again] })).body.updated).toBe(1)
  const shown = await get(list, email)
  expect([shown.nombre, shown.tags]).toEqual(['Ana', ['one', 'two']])
  expect(shown.customFields.map(({ value }: { value: string }) => value)).toEqual(['Lugo', 'pan'])
  await add(list, { contacts: [{ email, customFields: { ciudad: null } }] })
  expect((await get(list, email)).customFields[0].value).toBe('')
})

test('skip ignores existing contacts, and insert reports them', async () => {
  const list = await newList()
  await add(list, { email: 'ana@example.org', nombre: 'Ana' })
  const contacts = [{ email: 'ana@example.org', nombre: 'Eva' }, { email: 'bob@example.org' }]
  const skip = await add(list, { contacts, mode: 'skip' })
  expect(skip.body).toEqual({ created: 1, updated: 0, skipped: 1, errors: [] })
  const insert = await add(list, { contacts, mode: 'insert' })
  expect(insert.body).toMatchObject({ created: 0, updated: 0, skipped: 0 })
  expect(insert.body.errors.map(({ code }: { code: string }) => code)).toEqual(
    Array(2).fill('duplicate'),
  )
  expect((await get(list, 'ana@example.org')).nombre).toBe('Ana')
})

test('two simultaneous upserts of one address create one contact', async () => {
  const list = await newList()
  const rounds = Array.from({ length: 8 }, (_, index) =>
    index % 2
      ? edit(list, 'ana@example.org', { nombre: `Ana ${index}` })
      : add(list, { contacts: [{ email: 'ana@example.org' }, { email: `b${index}@example.org` }] }),
  )
  const answers = await Promise.all(rounds)
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const found = await server.api('GET', `/lists/${list}/contacts?q=ana@`)
  expect(found.body).toHaveLength(1)
  expect((await server.api('GET', `/lists/${list}`)).body.contacts).toBe(5)
})

test('batches of the same addresses in another order do not deadlock', async () => {
  const list = await newList()
  const contacts = Array.from({ length: 2000 }, (_, index) => ({ email: `p${index}@example.org` }))
  const answers = await Promise.all([
    add(list, { contacts }),
    add(list, { contacts: contacts.toReversed() }),
  ])
  expect(answers.map(({ body }) => body.created + body.updated)).toEqual([2000, 2000])
  expect((await server.api('GET', `/lists/${list}`)).body.contacts).toBe(2000)
})

test('adding again activates no unsubscribed or bounced contact, but updates their data', async () => {
  const list = await newList()
  for (const status of ['unsubscribed', 'bounced', 'complained']) {
    const email = `${status}@example.org`
    const { body } = await add(list, { email })
    await setStatus(body.id, status)
    const existing = await add(list, { email, nombre: 'Ana' })
    expect(existing.body).toEqual({ ok: true, id: body.id, status, created: false })
    expect((await add(list, { contacts: [{ email, nombre: 'Eva' }] })).body.updated).toBe(1)
    expect((await edit(list, email, { nombre: 'Lola' })).body.status).toBe(status)
    expect(await get(list, email)).toMatchObject({ status, nombre: 'Lola' })
  }
})

test('a suppressed address without a contact is refused, single or in a batch', async () => {
  const list = await newList()
  const email = 'gone@example.org'
  await add(list, { email })
  await edit(list, email, { status: 'unsubscribed' })
  await server.api('DELETE', `/lists/${list}/contacts/${email}`)
  const alone = await add(list, { email: 'Gone@example.org' })
  expect([alone.status, alone.body.errors[0].code]).toEqual([422, 'suppressed'])
  const many = await add(list, { contacts: [{ email }, { email: 'new@example.org' }] })
  expect(many.body).toMatchObject({ created: 1, errors: [{ index: 0, email, code: 'suppressed' }] })
  const put = await edit(list, email, { nombre: 'Ana' })
  expect([put.status, put.body.errors[0].code]).toEqual([422, 'suppressed'])
  const otherList = await newList()
  expect((await add(otherList, { email })).status).toBe(200)
})

test('erasure leaves no readable address, and an import still cannot bring the contact back', async () => {
  const list = await newList()
  const email = 'erased.person@example.org'
  const { body } = await add(list, { email, nombre: 'Ana' })
  await edit(list, email, { status: 'unsubscribed' })
  const erased = await server.api('DELETE', `/lists/${list}/contacts/${body.id}?erase=1`)
  const name = expect.any(String)
  expect(erased.body).toEqual({ ok: true, lists: [{ id: list, name }] })
  const { db } = server.service
  const suppressions = await db
    .selectFrom('suppressions')
    .selectAll()
    .where('list_id', '=', 0)
    .execute()
  expect(suppressions).toHaveLength(1)
  expect(JSON.stringify(suppressions)).not.toContain('erased.person')
  const again = await add(list, { contacts: [{ email: 'ERASED.person@example.org' }] })
  expect(again.body).toMatchObject({ created: 0, errors: [{ code: 'suppressed' }] })
})

test('a required field applies to new contacts only, and a default fills it', async () => {
  const list = await newList()
  await add(list, { email: 'old@example.org' })
  await newField(list, { name: 'Ciudad', type: 'text', required: true })
  await newField(list, { name: 'Talla', type: 'text', required: true, default: 'M' })
  const contacts = [
    { email: 'old@example.org', nombre: 'Old' },
    { email: 'new@example.org' },
    { email: 'full@example.org', customFields: { ciudad: 'Lugo' } },
  ]
  const { body } = await add(list, { contacts })
  expect(body).toMatchObject({
    created: 1,
    updated: 1,
    errors: [{ index: 1, field: 'customFields.ciudad', code: 'required' }],
  })
  const values = async (email: string) =>
    (await get(list, email)).customFields.map(({ value }: { value: string }) => value)
  expect(await values('full@example.org')).toEqual(['Lugo', 'M'])
  expect(await values('old@example.org')).toEqual(['', ''])
})

test('an account at its contact limit adds nobody, not even part of a batch', async () => {
  const otherAccount = await server.other()
  const { db } = server.service
  await db
    .updateTable('accounts')
    .set({ contacts_max: 3 })
    .where('id', '=', otherAccount.id)
    .execute()
  const list = (await otherAccount.api('POST', '/lists', { name: 'small' })).body.id
  const contacts = [1, 2, 3].map((each) => ({ email: `p${each}@example.org` }))
  await otherAccount.api('POST', `/lists/${list}/contacts`, { contacts: contacts.slice(0, 2) })
  const races = await Promise.all(
    [4, 5, 6].map((each) =>
      otherAccount.api('POST', `/lists/${list}/contacts`, { email: `p${each}@example.org` }),
    ),
  )
  expect(races.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  const full = await otherAccount.api('POST', `/lists/${list}/contacts`, { contacts })
  expect([full.status, full.body.code]).toEqual([403, 'quota_exceeded'])
  expect((await otherAccount.api('GET', `/lists/${list}`)).body.contacts).toBe(3)
  await otherAccount.api('DELETE', `/lists/${list}/contacts/p1@example.org`)
  const after = await otherAccount.api('POST', `/lists/${list}/contacts`, {
    email: 'p9@example.org',
  })
  expect(after.status).toBe(200)
})

test('an idempotency key adds once and returns the same response again', async () => {
  const list = await newList()
  const send = () =>
    add(list, { contacts: [{ email: 'ana@example.org' }] }, { 'idempotency-key': `key ${list}` })
  const first = await send()
  const second = await send()
  expect(first.body.created).toBe(1)
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
})

test('contacts are found by status, by prefix of address or name, and by last change', async () => {
  const list = await newList()
  const contacts = [
    { email: 'jose@example.org', nombre: 'José Gil' },
    { email: 'ana@example.org', nombre: 'JOSEFA' },
    { email: 'eva@example.org', nombre: 'Eva José' },
  ]
  await add(list, { contacts })
  await edit(list, 'eva@example.org', { status: 'unsubscribed' })
  const found = async (query: string) =>
    (await server.api('GET', `/lists/${list}/contacts?${query}`)).body
      .map(({ email }: { email: string }) => email)
      .sort()
  expect(await found('q=JOSE')).toEqual(['ana@example.org', 'jose@example.org'])
  expect(await found('q=eva@ex')).toEqual(['eva@example.org'])
  expect(await found('status=unsubscribed')).toEqual(['eva@example.org'])
  const later = new Date(Date.now() + 3_600_000).toISOString()
  expect(await found(`updated_since=${later}`)).toEqual([])
  expect(await found('updated_since=2020-01-01T00:00:00Z')).toHaveLength(3)
})

test('paging returns each contact once, in both orders', async () => {
  const list = await newList()
  const contacts = Array.from({ length: 25 }, (_, index) => ({ email: `p${index}@example.org` }))
  await add(list, { contacts })
  for (const order of ['asc', 'desc']) {
    const ids: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `limit=10&order=${order}${cursor && `&cursor=${cursor}`}`
      const page = await server.api('GET', `/lists/${list}/contacts?${query}`)
      ids.push(...page.body.map(({ id }: { id: number }) => id))
      cursor = page.headers.get('x-next-cursor')
    }
    const sorted = [...ids].sort((a, b) => (order === 'asc' ? a - b : b - a))
    expect([new Set(ids).size, ids]).toEqual([25, sorted])
  }
})

test('a double opt-in list mails each new contact a link once', async () => {
  const list = await newList({ double_optin: true })
  const email = `asked${list}@example.org`
  expect((await add(list, { email })).body.status).toBe('unconfirmed')
  expect((await add(list, { contacts: [{ email }] })).body.updated).toBe(1)
  const mails = await mailsTo(email)
  expect(mails.map(({ kind }) => kind)).toEqual(['optin'])
  expect(mails[0]?.text).toContain(`${server.origin}/optin/`)
  const forced = await edit(list, email, { status: 'active' })
  expect([forced.status, forced.body.code]).toEqual([409, 'wrong_state'])
})

test('the opt-in mail is sent at most three times a day, and only while unconfirmed', async () => {
  const list = await newList({ double_optin: true })
  const email = `again${list}@example.org`
  await add(list, { email })
  const resend = async () => (await edit(list, email, { resend_optin: true })).status
  expect([await resend(), await resend(), await resend(), await resend()]).toEqual([
    200, 200, 429, 429,
  ])
  expect(await mailsTo(email)).toHaveLength(3)
  await setStatus((await get(list, email)).id, 'active')
  expect(await resend()).toBe(409)
})

test('a PUT by address creates a missing contact and replaces tags', async () => {
  const list = await newList()
  const made = await edit(list, 'New@Example.org', { nombre: 'Nueva', tags: ['a', 'b'] })
  expect(made.body).toEqual({
    ...{ ok: true, id: expect.any(Number), status: 'active' },
    created: true,
  })
  await edit(list, made.body.id, { tags: ['b', 'c'], nombre: '' })
  expect(await get(list, 'new@example.org')).toMatchObject({ tags: ['b', 'c'], nombre: '' })
  expect((await edit(list, 99_999_999, { nombre: 'x' })).status).toBe(404)
  expect((await edit(list, 'no-address', { nombre: 'x' })).status).toBe(404)
})

test('a new address must be free and not suppressed, and is confirmed where the list requires it', async () => {
  const list = await newList({ double_optin: true })
  const { body } = await add(list, { email: 'one@example.org' })
  await setStatus(body.id, 'active')
  await add(list, { email: 'two@example.org' })
  const taken = await edit(list, body.id, { email: 'Two@example.org' })
  expect([taken.status, taken.body.code]).toEqual([409, 'already_exists'])
  const email = `three${list}@example.org`
  expect((await edit(list, body.id, { email })).body.status).toBe('unconfirmed')
  expect(await mailsTo(email)).toHaveLength(1)
  expect((await server.api('GET', `/lists/${list}/contacts/one@example.org`)).status).toBe(404)
})

test('the owner unsubscribes a contact and cannot resubscribe them', async () => {
  const list = await newList()
  const { body } = await add(list, { email: 'ana@example.org' })
  expect((await edit(list, body.id, { status: 'unsubscribed' })).body.status).toBe('unsubscribed')
  const back = await edit(list, body.id, { status: 'active' })
  expect([back.status, back.body.code]).toEqual([409, 'wrong_state'])
  const { body: other } = await add(list, { email: 'eva@example.org' })
  await setStatus(other.id, 'bounced')
  expect((await edit(list, other.id, { status: 'active' })).body.status).toBe('active')
  // What keeps an address from being mailed is lifted by a verb of its own, with a reason.
  await setStatus(body.id, 'bounced')
  const suppressed = await edit(list, body.id, { status: 'active' })
  expect([suppressed.status, suppressed.body.errors[0].code]).toEqual([422, 'suppressed'])
})

test('the personal data export holds everything stored about a person', async () => {
  const list = await newList()
  const { body } = await add(list, { email: 'exported@example.org', nombre: 'Ana' })
  await edit(list, body.id, { status: 'unsubscribed' })
  const { body: exported } = await server.api(
    'GET',
    `/lists/${list}/contacts/${body.id}?export=gdpr`,
  )
  expect(exported).toMatchObject({
    nombre: 'Ana',
    consent: null,
    suppressed: true,
    history: [
      { type: 'unsubscribe', campaign_id: null, detail: null },
      { type: 'added', detail: 'api' },
    ],
  })
})

test('a contact of another list is not found by its id', async () => {
  const [one, two] = [await newList(), await newList()]
  const { body } = await add(one, { email: 'ana@example.org' })
  expect((await server.api('GET', `/lists/${two}/contacts/${body.id}`)).status).toBe(404)
  expect((await server.api('DELETE', `/lists/${two}/contacts/${body.id}`)).status).toBe(404)
  expect((await server.api('GET', `/lists/${one}/contacts/${body.id}`)).status).toBe(200)
})
