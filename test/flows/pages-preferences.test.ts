import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newSubscriber, openPage, sendForm } from '../support/browser/pages.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'

const clock = testClock()
let server: TestService
beforeAll(async () => {
  const started = await startService({ clock })
  server = { ...started, api: await rememberedApi(started) }
  // Without a verified sender, opt-in mail waits.
  await addSender(server)
})
afterAll(() => server.close())
// Ends the rate-limit windows of the previous test.
beforeEach(() => clock.advance(11 * 60_000))

let lists = 0

interface TestList {
  id: number
  name: string
}

async function newList(more: object = {}, fields: readonly object[] = []): Promise<TestList> {
  const name = `Boletín ${++lists}`
  const { body } = await server.api('POST', '/lists', { name, ...more })
  for (const field of fields) await server.api('POST', `/lists/${body.id}/fields`, field)
  return { id: Number(body.id), name }
}

/** Adds a person to lists, and returns the page for the first of them. */
async function newPerson(on: readonly TestList[], more: object = {}) {
  const email = `persona${lists}@example.org`
  const [first, ...others] = on
  const { page, id } = await newSubscriber(server, first?.id ?? 0, { email, ...more })
  for (const { id } of others)
    await server.api('POST', `/lists/${id}/contacts`, { email, nombre: 'Ana' })
  return { email, id, page: page.replace('/s/', '/preferences/'), oneList: page }
}

const contactOf = async ({ id }: TestList, email: string) =>
  (await server.api('GET', `/lists/${id}/contacts/${email}`)).body

const statusesOf = (email: string, on: readonly TestList[]) =>
  Promise.all(on.map(async (list) => (await contactOf(list, email)).status))

const mailsTo = (email: string) =>
  server.service.db.selectFrom('messages').selectAll().where('to_mail', '=', email).execute()

const linksIn = (mails: Awaited<ReturnType<typeof mailsTo>>): string[] =>
  mails.map(({ text }) => new URL(/https?:\S+\/optin\/\S+/.exec(text)?.[0] ?? '').pathname)

/** Returns the form of the page as a browser submits it, with other boxes ticked. */
async function formOf(page: string, tick: (was: readonly string[]) => readonly string[]) {
  const { body } = await openPage(server, page)
  const was = [...body.matchAll(/name="was" value="(\d+)"/g)].map(([, id = '']) => id)
  const nombre = / name="nombre"[^>]* value="([^"]*)"/.exec(body)?.[1]
  return { act: 'save', was, list: tick(was), ...(nombre !== undefined && { nombre }) }
}

const turn = async (
  page: string,
  { on = [], off = [] }: Partial<Record<'on' | 'off', TestList[]>>,
) => {
  const left = new Set(off.map(({ id }) => String(id)))
  const form = await formOf(page, (was) => [
    ...was.filter((id) => !left.has(id)),
    ...on.map(({ id }) => String(id)),
  ])
  return sendForm(server, page, form)
}

const box = ({ id, name }: TestList, isTicked: boolean) =>
  `<input type="checkbox" name="list" value="${id}"${isTicked ? ' checked' : ''}> <span>${name}`

test('the page shows the lists that the person is on or may join, and no other', async () => {
  const lists = [await newList(), await newList(), await newList({ public: true })]
  const [on, off, open] = lists as [TestList, TestList, TestList]
  const hidden = await newList()
  const other = await server.other()
  const { body: theirs } = await other.api('POST', '/lists', { name: 'Ajena', public: true })
  const { email, page, oneList } = await newPerson([on, off])
  await server.api('PUT', `/lists/${off.id}/contacts/${email}`, { status: 'unsubscribed' })
  const { status, body } = await openPage(server, page)
  expect(status).toBe(200)
  for (const part of [email, box(on, true), box(off, false), box(open, false)]) {
    expect(body).toContain(part)
  }
  expect(body).not.toContain(hidden.name)
  expect(body).not.toContain(`value="${theirs.id}"`)
  const link = `<a href="..${page}">All your subscriptions</a>`
  expect((await openPage(server, oneList)).body).toContain(link)
})

test('opening the page changes nothing', async () => {
  const list = await newList()
  const { email, page } = await newPerson([list])
  const before = await contactOf(list, email)
  clock.advance(1000)
  for (const path of [page, `${page}?sent`, `${page}?act=leave`]) {
    expect((await openPage(server, path)).status).toBe(200)
    await server.request('HEAD', path)
  }
  expect(await contactOf(list, email)).toEqual(before)
})

test('unticking a list unsubscribes from that list alone', async () => {
  const on = [await newList(), await newList(), await newList()]
  const [, second] = on as [TestList, TestList, TestList]
  const { email, page } = await newPerson(on)
  const { status, headers } = await turn(page, { off: [second] })
  expect([status, headers.get('location')]).toEqual([303, '?saved'])
  expect(await statusesOf(email, on)).toEqual(['active', 'unsubscribed', 'active'])
})

test('a person who never said no joins a public list at once, and the consent is on record', async () => {
  const [list, open] = [await newList(), await newList({ public: true })]
  const { email, page } = await newPerson([list])
  expect((await turn(page, { on: [open] })).headers.get('location')).toBe('?saved')
  const contact = await contactOf(open, email)
  expect(contact).toMatchObject({ status: 'active', nombre: 'Ana', source: 'form' })
  const history = await server.service.db
    .selectFrom('contact_history')
    .select(['type', 'detail'])
    .where('contact_id', '=', contact.id)
    .where('type', '=', 'optin')
    .execute()
  expect(history.map(({ detail }) => JSON.parse(detail).ip)).toEqual(['127.0.0.1'])
  expect(await mailsTo(email)).toEqual([])
})

test('a list with double opt-in, and one that the person left, ask by mail first', async () => {
  const left = await newList()
  const asks = await newList({ public: true, double_optin: true })
  const { email, page } = await newPerson([await newList(), left])
  await turn(page, { off: [left] })
  clock.advance(1000)
  const { headers } = await turn(page, { on: [left, asks] })
  expect(headers.get('location')).toBe('?saved&asked')
  const shown = await openPage(server, `${page}?saved&asked`)
  expect(shown.body).toContain(`We have sent an email to ${email}.`)
  expect(await statusesOf(email, [left, asks])).toEqual(['unsubscribed', 'unconfirmed'])
  expect(shown.body).toContain('You have not confirmed this subscription yet.')
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(2)
  for (const link of linksIn(mails)) await sendForm(server, link, {})
  expect(await statusesOf(email, [left, asks])).toEqual(['active', 'active'])
})

test('a box that was ticked when the page was opened subscribes no one again', async () => {
  const on = [await newList(), await newList()]
  const [first, second] = on as [TestList, TestList]
  const { email, page } = await newPerson(on)
  const stale = await formOf(page, (was) => was)
  await turn(page, { off: [first, second] })
  clock.advance(1000)
  expect((await sendForm(server, page, stale)).status).toBe(303)
  expect(await statusesOf(email, on)).toEqual(['unsubscribed', 'unsubscribed'])
  expect(await mailsTo(email)).toEqual([])
})

test('lists that are not offered cannot be turned on', async () => {
  const [list, hidden] = [await newList(), await newList()]
  const other = await server.other()
  const { body: theirs } = await other.api('POST', '/lists', { name: 'Ajena', public: true })
  const { email, page } = await newPerson([list])
  await turn(page, { on: [hidden, { id: theirs.id, name: '' }, { id: Number.NaN, name: '' }] })
  const found = await server.service.db
    .selectFrom('contacts')
    .select('list_id')
    .where('email_key', '=', email)
    .execute()
  expect(found).toEqual([{ list_id: list.id }])
})

test('a suspended account offers no lists', async () => {
  const reseller = await server.other()
  const { body: list } = await reseller.api('POST', '/lists', { name: 'Suya' })
  await reseller.api('POST', '/lists', { name: 'Pública', public: true })
  const owned = { ...server, api: reseller.api }
  const { page } = await newSubscriber(owned, list.id)
  const preferences = page.replace('/s/', '/preferences/')
  expect((await openPage(server, preferences)).body).toContain('Pública')
  await server.service.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', reseller.id)
    .execute()
  const { status, body } = await openPage(server, preferences)
  expect([status, body]).toEqual([200, expect.not.stringContaining('Pública')])
})

test('after a complaint or by the owner’s decision, only a confirmation by the person opens a list', async () => {
  const [reported, open] = [await newList(), await newList({ public: true })]
  const { email, page, oneList } = await newPerson([reported])
  await sendForm(server, oneList, { act: 'leave', spam: '1' })
  clock.advance(1000)
  const { body } = await openPage(server, page)
  expect(body).toContain('You reported these emails as spam.')
  expect((await turn(page, { on: [open] })).headers.get('location')).toBe('?saved&asked')
  expect(await statusesOf(email, [reported, open])).toEqual(['complained', 'unconfirmed'])
})

test('a list that sends nothing because of a suppression is shown as off, and asks', async () => {
  const list = await newList()
  const { email, page } = await newPerson([list])
  const manual = { type: 'manual', reason: '', campaign_id: null, created_at: clock.now() }
  await server.service.db
    .insertInto('suppressions')
    .values({ account_id: server.accountId, list_id: 0, email_key: email, email, ...manual })
    .execute()
  expect((await openPage(server, page)).body).toContain(box(list, false))
  expect((await turn(page, { on: [list] })).headers.get('location')).toBe('?saved&asked')
  const [link = ''] = linksIn(await mailsTo(email))
  await sendForm(server, link, {})
  expect((await openPage(server, page)).body).toContain(box(list, true))
})

test('one button unsubscribes from everything, and only a confirmation lifts it', async () => {
  const on = [await newList(), await newList()]
  const open = await newList({ public: true })
  const { email, page } = await newPerson(on)
  await sendForm(server, page, { act: 'leave' })
  expect(await statusesOf(email, on)).toEqual(['unsubscribed', 'unsubscribed'])
  const added = await server.api('POST', `/lists/${open.id}/contacts`, { email })
  expect(added.status).toBeGreaterThanOrEqual(400)
  clock.advance(1000)
  expect((await turn(page, { on: [open] })).headers.get('location')).toBe('?saved&asked')
  const [link = ''] = linksIn(await mailsTo(email))
  await sendForm(server, link, {})
  expect(await statusesOf(email, [...on, open])).toEqual(['unsubscribed', 'unsubscribed', 'active'])
})

const options = (...names: string[]) => ({ type: 'dropdown', options: names })

test('name and fields appear once and are stored on every list of the person', async () => {
  const city = { name: 'Ciudad', type: 'text' }
  const secret = { name: 'Nota', type: 'text', internal: true }
  const first = await newList({}, [city, { name: 'Talla', ...options('S', 'M') }, secret])
  const second = await newList({}, [city, { name: 'Talla', ...options('36', '38') }])
  const gone = await newList({}, [city])
  const { email, page } = await newPerson([first, second, gone], {
    customFields: { ciudad: 'Lugo', nota: 'rico' },
  })
  await turn(page, { off: [gone] })
  const { body } = await openPage(server, page)
  expect(body.match(/>Ciudad</g)).toHaveLength(1)
  expect(body).toContain(`>Talla (${second.name})<`)
  expect(body).not.toMatch(/nota|rico/i)
  const [, other = ''] = /name="(customFields\[talla-\d+\])"/.exec(body) ?? []
  const values = {
    ...(await formOf(page, (was) => was)),
    nombre: 'Eva',
    'customFields[ciudad]': 'Vigo',
    'customFields[talla]': 'M',
    [other]: '38',
  }
  expect((await sendForm(server, page, values)).headers.get('location')).toBe('?saved')
  const valuesOn = async (list: TestList) => {
    const { nombre, customFields } = await contactOf(list, email)
    return [nombre, ...customFields.map(({ value }: { value: string }) => value)]
  }
  expect(await valuesOn(first)).toEqual(['Eva', 'Vigo', 'M', 'rico'])
  expect(await valuesOn(second)).toEqual(['Eva', 'Vigo', '38'])
  expect(await valuesOn(gone)).toEqual(['Ana', ''])
})

test('a wrong value is shown beside its field, nothing is stored, and the boxes stay as ticked', async () => {
  const field = { name: 'Edad', type: 'number', required: true }
  const list = await newList({}, [field])
  const open = await newList({ public: true })
  const { email, page } = await newPerson([list], { customFields: { edad: 30 } })
  const form = await formOf(page, () => [String(open.id)])
  const wrong = { ...form, nombre: 'Eva', 'customFields[edad]': 'joven' }
  const { status, body } = await sendForm(server, page, wrong, { 'accept-language': 'en' })
  expect(status).toBe(422)
  expect(body).toContain('<strong id="field-edad-error">Not a valid number.</strong>')
  expect(body).toContain(box(list, false))
  expect(body).toContain(box(open, true))
  expect(await contactOf(list, email)).toMatchObject({ status: 'active', nombre: 'Ana' })
})

const dataLinks = /https?:\S+\/(?:personal-data|erasure)\/\S+/

/** Asks for the person's data or its deletion, and returns the page that the newest mail links to. */
async function requestLink(page: string, email: string, act: 'data' | 'erase'): Promise<string> {
  const { status, headers } = await sendForm(server, page, { act })
  expect([status, headers.get('location')]).toEqual([303, '?sent'])
  const mails = await mailsTo(email)
  return new URL(dataLinks.exec(mails.at(-1)?.text ?? '')?.[0] ?? '').pathname
}

const contactsOf = (email: string) =>
  server.service.db
    .selectFrom('contacts')
    .select('list_id')
    .where('email_key', '=', email)
    .orderBy('list_id')
    .execute()

test.each(['data', 'erase'] as const)(
  'who has the link of a forwarded message gets no data and deletes none: %s',
  async (act) => {
    const on = [await newList(), await newList()]
    const { email, page } = await newPerson(on)
    const answer = await sendForm(server, page, { act })
    expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([303, '?sent', ''])
    const { body } = await openPage(server, `${page}?sent`)
    expect(body).toContain('We have sent a link to p•••@example.org.')
    expect(body).not.toContain(email)
    expect(await contactsOf(email)).toHaveLength(2)
    const [mail] = await mailsTo(email)
    expect(mail).toMatchObject({ kind: 'personal_data', account_id: server.accountId })
    expect(mail?.html).toContain(dataLinks.exec(mail?.text ?? '')?.[0])
  },
)

test('the mail is in the language of the page, and reaches a suppressed address', async () => {
  const { email, page } = await newPerson([await newList()])
  await sendForm(server, page, { act: 'leave' })
  await sendForm(server, page, { act: 'data' }, { 'accept-language': 'es' })
  expect(await mailsTo(email)).toMatchObject([{ subject: 'Descarga tus datos personales' }])
})

test('the link downloads the data of all lists, and opening it changes nothing', async () => {
  const on = [await newList(), await newList()]
  const { email, page } = await newPerson(on)
  const link = await requestLink(page, email, 'data')
  const asked = await openPage(server, link)
  expect([asked.status, asked.headers.get('content-disposition')]).toEqual([200, null])
  expect(asked.body).toContain(`Download everything that this sender stores about ${email}`)
  const { status, body, headers } = await sendForm(server, link, {})
  expect([status, headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="data\.json"/),
    'no-store',
  ])
  expect(body.email).toBe(email)
  expect(body.subscriptions.map((each: { list_id: number }) => each.list_id)).toEqual(
    on.map(({ id }) => id),
  )
  expect(body.messages).toMatchObject([{ kind: 'personal_data' }])
})

test('the link deletes the data of all lists, and then no link of the person works', async () => {
  const on = [await newList(), await newList()]
  const [list] = on as [TestList, TestList]
  const { email, page } = await newPerson(on)
  const download = await requestLink(page, email, 'data')
  const link = await requestLink(page, email, 'erase')
  expect((await openPage(server, link)).body).toContain(
    `Delete everything that this sender stores about ${email}`,
  )
  await server.request('HEAD', link)
  expect(await contactsOf(email)).toHaveLength(2)
  const { status, body } = await sendForm(server, link, {})
  expect([status, body]).toEqual([200, expect.stringContaining('Your data is deleted')])
  expect(await contactsOf(email)).toEqual([])
  expect(await mailsTo(email)).toEqual([])
  for (const path of [link, download]) {
    expect((await openPage(server, path)).status).toBe(404)
    expect((await sendForm(server, path, {})).status).toBe(404)
  }
  expect((await openPage(server, page)).status).toBe(404)
  const added = await server.api('POST', `/lists/${list.id}/contacts`, { email })
  expect(added.status).toBeGreaterThanOrEqual(400)
})

test.each(['data', 'erase'] as const)(
  'a link for %s is void when it is forged, for something else, for another address or a day old',
  async (act) => {
    const list = await newList()
    const { id, email, page } = await newPerson([list])
    const link = await requestLink(page, email, act)
    const [, kind = '', token = ''] = link.split('/')
    const other = kind === 'erasure' ? 'personal-data' : 'erasure'
    const bytes = Buffer.from(token, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3)
    const refuses = async (path: string) => {
      expect((await openPage(server, path)).status).toBe(404)
      const { status, body } = await sendForm(server, path, {})
      expect([status, body]).toEqual([404, expect.stringContaining('This link is no longer valid')])
    }
    await refuses(`/${kind}/${bytes.toString('base64url')}`)
    await refuses(`/${other}/${token}`)
    await refuses(`/optin/${token}`)
    const setAddress = (address: string) =>
      server.service.db
        .updateTable('contacts')
        .set({ email: address, email_key: address })
        .where('id', '=', id)
        .execute()
    await setAddress('nueva@example.org')
    await refuses(link)
    await setAddress(email)
    clock.advance(24 * 60 * 60_000 - 1)
    expect((await openPage(server, link)).status).toBe(200)
    clock.advance(1)
    await refuses(link)
    expect(await contactsOf(email)).toHaveLength(1)
  },
)

test('a mailbox gets three links a day, and the page answers the same beyond', async () => {
  const { email, page } = await newPerson([await newList()])
  for (let count = 0; count < 4; count++) {
    const act = count % 2 === 0 ? 'data' : 'erase'
    const { status, headers } = await sendForm(server, page, { act })
    expect([status, headers.get('location')]).toEqual([303, '?sent'])
  }
  expect(await mailsTo(email)).toHaveLength(3)
  clock.advance(24 * 60 * 60_000)
  await sendForm(server, page, { act: 'data' })
  expect(await mailsTo(email)).toHaveLength(4)
})

test('a link is refused from another site', async () => {
  const { email, page } = await newPerson([await newList()])
  const link = await requestLink(page, email, 'erase')
  const { status } = await sendForm(server, link, {}, { origin: 'https://evil.example' })
  expect([status, await contactsOf(email)]).toEqual([403, [expect.anything()]])
})

test.each(['save', 'leave', 'data', 'erase'])('%s is refused from another site', async (act) => {
  const list = await newList()
  const { email, page } = await newPerson([list])
  const form = { act, was: String(list.id) }
  const { status } = await sendForm(server, page, form, { origin: 'https://evil.example' })
  expect([status, (await contactOf(list, email)).status]).toEqual([403, 'active'])
})

test('a full quota of the owner is not revealed, and the other changes are made', async () => {
  const [list, open] = [await newList(), await newList({ public: true })]
  const { email, page } = await newPerson([list])
  const { db } = server.service
  const account = await db.selectFrom('accounts').select('contacts_max').executeTakeFirstOrThrow()
  const setMax = (contacts_max: number) =>
    db.updateTable('accounts').set({ contacts_max }).where('id', '=', server.accountId).execute()
  await setMax(1)
  const { headers } = await turn(page, { off: [list], on: [open] })
  await setMax(account.contacts_max)
  expect(headers.get('location')).toBe('?saved&shut')
  expect((await contactOf(list, email)).status).toBe('unsubscribed')
  expect((await contactOf(open, email)).status).not.toBe('active')
})

test('an unknown link says no more than that it is not valid', async () => {
  const { status, body } = await openPage(server, '/preferences/qwertyuiopsqqsqq')
  expect([status, body]).toEqual([404, expect.stringContaining('This link is no longer valid')])
})
