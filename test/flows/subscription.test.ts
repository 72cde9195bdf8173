import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { subscriberXsid } from '../../src/service/subscription/subscriber-xsid.ts'
import { unsubscribeToken } from '../../src/service/subscription/unsubscribe-token.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock()
let server: TestService
beforeAll(async () => {
  server = await startService({ clock })
  // Without a verified sender, opt-in mail waits.
  await addSender(server)
})
afterAll(() => server.close())
// Ends the rate-limit windows of the previous test.
beforeEach(() => clock.advance(11 * 60_000))

let lists = 0
async function newList(more: object = {}): Promise<{ id: number; publicId: string }> {
  const name = `list ${++lists}`
  const { body } = await server.api('POST', '/lists', { name, ...more })
  const shown = await server.api('GET', `/lists/${body.id}`)
  return { id: body.id, publicId: shown.body.public_id }
}

const newField = async (list: number, field: object): Promise<number> =>
  (await server.api('POST', `/lists/${list}/fields`, field)).body.id

async function newContact(list: number, contact: object): Promise<{ id: number }> {
  const { body } = await server.api('POST', `/lists/${list}/contacts`, contact)
  return server.service.db
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
}

const xsidFor = (contactId: number, listId: number, campaignId: number | null = null): string =>
  subscriberXsid(server.service.secrets.sids, { contactId, listId, campaignId })

async function newSubscriber(more: object = {}) {
  const list = await newList()
  const email = `ana${list.id}@example.org`
  const contact = await newContact(list.id, { email, nombre: 'Ana', ...more })
  const xsid = xsidFor(contact.id, list.id)
  return { list, email, xsid, ...contact }
}

/** Calls the API without a token. */
const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.api(method, path, body, { authorization: '', ...headers })

const subscription = (method: string, xsid: string, body?: unknown) =>
  call(method, `/subscription/${xsid}`, body)

const eventsOf = async (contact: number) => {
  const events = await server.service.db.selectFrom('events').selectAll().orderBy('id').execute()
  return events
    .map(({ type, payload }) => ({ type, payload: JSON.parse(payload) }))
    .filter(({ payload }) => payload.contact_id === contact)
}

const statusOf = async (list: number, email: string) =>
  (await server.api('GET', `/lists/${list}/contacts/${email}`)).body.status

const mailsTo = (email: string) =>
  server.service.db
    .selectFrom('messages')
    .selectAll()
    .where('to_mail', '=', email)
    .orderBy('id')
    .execute()

const linkIn = (text = ''): string => new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('a subscriber sees who they are, on which list, and every non-internal field', async () => {
  const { id: list } = await newList({ description: 'Cada lunes' })
  const talla = await newField(list, { name: 'Talla', type: 'radio', options: ['S', 'M'] })
  const alta = await newField(list, { name: 'Alta', type: 'date' })
  const nota = await newField(list, { name: 'Nota', type: 'text', internal: true })
  const { id } = await newContact(list, {
    email: 'Ana@example.org',
    customFields: { [alta]: 1_767_225_600, [nota]: 'secret' },
  })
  const { status, body } = await subscription('GET', xsidFor(id, list))
  expect(status).toBe(200)
  expect(body).toEqual({
    email: 'Ana@example.org',
    nombre: '',
    listData: { name: `list ${lists}`, description: 'Cada lunes' },
    customFields: [
      { id: talla, name: 'Talla', value: '', type: 'radio' },
      { id: alta, name: 'Alta', value: '1767225600', type: 'date' },
    ],
  })
})

test('malformed, unknown and mismatched xsids get the same response', async () => {
  const { list, id, xsid } = await newSubscriber()
  const otherAccount = await server.other()
  const theirs = (await otherAccount.api('POST', '/lists', { name: 'theirs' })).body.id
  const wrong = [
    'abcdefgh',
    'qqqqqqqq',
    'pqqsqsq',
    xsidFor(id + 1_000_000, list.id),
    xsidFor(id, theirs),
  ]
  for (const method of ['GET', 'PUT', 'DELETE']) {
    for (const each of wrong) {
      const { status, body } = await subscription(method, each, method === 'GET' ? undefined : {})
      const { request_id: _, ...problem } = body
      expect([each, status, problem]).toEqual([
        each,
        404,
        {
          type: 'about:blank',
          title: expect.any(String),
          status: 404,
          detail: expect.any(String),
          code: 'not_found',
          errors: [],
        },
      ])
    }
  }
  expect((await subscription('GET', xsid)).status).toBe(200)
})

test('the campaign in an xsid may be deleted but not belong to another account', async () => {
  const { list, id } = await newSubscriber()
  const withCampaign = (campaignId: number) => subscription('GET', xsidFor(id, list.id, campaignId))
  expect((await withCampaign(99_999)).status).toBe(200)
  const otherAccount = await server.other()
  const theirs = await otherAccount.api('POST', '/lists', { name: 'theirs' })
  const { body } = await otherAccount.api('POST', '/campaigns', {
    camp_name: 'x',
    asunto: 'x',
    html: '<p>x</p>',
    from_name: 'x',
    from_mail: 'x@example.org',
    list_id: [String(theirs.body.id)],
    draft: true,
  })
  // The campaign's id must differ from the list's, because an xsid with the list's id means no campaign.
  await server.service.db
    .updateTable('campaigns')
    .set({ id: 777_777 })
    .where('id', '=', body.id)
    .execute()
  expect((await withCampaign(777_777)).status).toBe(404)
})

test('a subscriber updates name and fields; unknown and internal ones are ignored', async () => {
  const { id: list } = await newList()
  const talla = await newField(list, { name: 'Talla', type: 'dropdown', options: ['S', 'M'] })
  const alta = await newField(list, { name: 'Alta', type: 'date' })
  const nota = await newField(list, { name: 'Nota', type: 'text', internal: true })
  const { id } = await newContact(list, {
    email: 'ana@example.org',
    customFields: { [nota]: 'ours', [talla]: 'S' },
  })
  const xsid = xsidFor(id, list)
  const customFields = { [talla]: 'M', [alta]: 1_767_225_600, [nota]: 'theirs', 424242: 'x' }
  const { status, body } = await subscription('PUT', xsid, { nombre: 'Ana', customFields })
  expect([status, body]).toEqual([200, { success: true }])
  const shown = (await server.api('GET', `/lists/${list}/contacts/ana@example.org`)).body
  expect(shown.nombre).toBe('Ana')
  expect(shown.customFields.map(({ value }: { value: string }) => value)).toEqual([
    'M',
    '1767225600',
    'ours',
  ])
  expect(await subscription('PUT', xsid, { customFields: { [alta]: '' } })).toMatchObject({
    status: 200,
  })
  expect((await subscription('GET', xsid)).body.customFields[1].value).toBe('')
})

test('an invalid date or choice is refused, and nothing is written', async () => {
  const { id: list } = await newList()
  const talla = await newField(list, { name: 'Talla', type: 'radio', options: ['S', 'M'] })
  const alta = await newField(list, { name: 'Alta', type: 'date' })
  const { id } = await newContact(list, { email: 'ana@example.org', nombre: 'Ana' })
  const xsid = xsidFor(id, list)
  for (const [field, value, code] of [
    [talla, 'XL', 'not_a_choice'],
    [alta, '2026-01-01', 'bad_date'],
  ]) {
    const { status, body } = await subscription('PUT', xsid, {
      nombre: 'Eva',
      customFields: { [String(field)]: value },
    })
    expect([status, body.errors[0]]).toMatchObject([422, { field: `customFields.${field}`, code }])
  }
  expect((await subscription('GET', xsid)).body.nombre).toBe('Ana')
})

test('unsubscribing is final: 410 from then on, suppressed, and sent to webhooks', async () => {
  const { list, id, email, xsid } = await newSubscriber()
  const left = await subscription('DELETE', xsid, { reason: 'too much mail' })
  expect([left.status, left.body]).toEqual([200, { success: true }])
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, body } = await subscription(method, xsid, method === 'GET' ? undefined : {})
    expect([method, status, body.code]).toEqual([method, 410, 'unsubscribed'])
  }
  expect(await eventsOf(id)).toEqual([
    { type: 'contact.unsubscribe', payload: { contact_id: id, list_id: list.id } },
  ])
  const suppressed = await server.service.db
    .selectFrom('suppressions')
    .select(['email', 'type', 'reason'])
    .where('list_id', '=', list.id)
    .execute()
  expect(suppressed).toEqual([{ email, type: 'unsubscribe', reason: 'too much mail' }])
})

test('of several concurrent unsubscribes with one xsid one succeeds and the others are told', async () => {
  const { id, xsid } = await newSubscriber()
  const answers = await Promise.all(Array.from({ length: 5 }, () => subscription('DELETE', xsid)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
  expect(await eventsOf(id)).toHaveLength(1)
})

test('spam=1 is also a complaint, about the last campaign mailed', async () => {
  const { list, id, email, xsid } = await newSubscriber()
  await addRecipient(55, id, email)
  const { status } = await subscription('DELETE', `${xsid}?spam=1`)
  expect(status).toBe(200)
  expect(await eventsOf(id)).toEqual([
    { type: 'contact.unsubscribe', payload: { contact_id: id, list_id: list.id } },
    { type: 'contact.complaint', payload: { contact_id: id, campaign_id: 55 } },
  ])
  expect(await statusOf(list.id, email)).toBe('complained')
  expect((await subscription('GET', xsid)).status).toBe(410)
})

const addRecipient = (campaign: number, contact: number, key: string) =>
  server.service.db
    .insertInto('recipients')
    .values({
      account_id: server.accountId,
      campaign_id: campaign,
      address_key: key,
      visit: 0,
      contact_id: contact,
      state: 'sent',
      claim: null,
      attempts: 1,
      response: null,
      sent_at: clock.now(),
      opened_at: null,
      clicked_at: null,
    })
    .execute()

test('guessing xsids is slowed down, and valid ones are not', async () => {
  const { id, list, xsid } = await newSubscriber()
  const guess = xsidFor(id + 1_000_000, list.id)
  const statuses = await Promise.all(
    Array.from({ length: 65 }, async () => (await subscription('GET', guess)).status),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect((await subscription('GET', xsid)).status).toBe(200)
})

test('a public form subscribes a newcomer, as JSON or form data, by the public id alone', async () => {
  const { id, publicId } = await newList()
  await newField(id, { name: 'Nota', type: 'text', internal: true, required: true })
  const json = { list_id: publicId, email: 'json@example.org', customFields: { nota: 'x', y: 'z' } }
  expect((await call('POST', '/public/subscribe', json)).body).toEqual({ success: true })
  const text = new URLSearchParams({ list_id: publicId, email: 'form@example.org', nombre: 'Eva' })
  const sent = await call('POST', '/public/subscribe', String(text), form)
  expect(sent.body).toEqual({ success: true })
  const byNumber = { list_id: id, email: 'number@example.org' }
  expect((await call('POST', '/public/subscribe', byNumber)).body.code).toBe('list_unknown')
  const { body } = await server.api('GET', `/lists/${id}/contacts`)
  expect(body.map(({ email }: { email: string }) => email)).toEqual([
    'json@example.org',
    'form@example.org',
  ])
  expect(body[0]).toMatchObject({ status: 'active', customFields: [{ value: '' }], source: 'form' })
  await server.api('PUT', `/lists/${id}`, { public_by_id: true })
  await call('POST', '/public/subscribe', byNumber)
  expect(await statusOf(id, 'number@example.org')).toBe('active')
})

test('a form responds the same to everybody and changes no existing contact', async () => {
  const { id, publicId } = await newList()
  const email = `member${id}@example.org`
  await newContact(id, { email, nombre: 'Ana' })
  const tries = [
    { list_id: publicId, email, nombre: 'Mallory' },
    { list_id: publicId, email: 'robot@example.org', website: 'https://spam.example' },
  ]
  for (const body of tries) {
    const answer = await call('POST', '/public/subscribe', body)
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
  }
  const { body } = await server.api('GET', `/lists/${id}/contacts`)
  expect(body.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['Ana'])
  expect(await mailsTo(email)).toEqual([])
})

test('a form names every required field that it lacks, and takes the optional ones as they are', async () => {
  const { id, publicId } = await newList()
  await newField(id, { name: 'Ciudad', type: 'text', required: true })
  const year = await newField(id, { name: 'Año', type: 'number', required: true })
  await newField(id, { name: 'Talla', type: 'radio', options: ['S', 'M'] })
  await newField(id, { name: 'País', type: 'text', required: true, default: 'ES' })
  await newField(id, { name: 'Nota', type: 'text', required: true, internal: true })
  const submit = async (customFields: object) => {
    const form = { list_id: publicId, email: `f${id}@example.org`, customFields }
    const { status, body } = await call('POST', '/public/subscribe', form)
    const errors = body.errors?.map((error: { field: string; code: string }) => [
      ...[error.field, error.code],
    ])
    return [status, errors]
  }
  const problems = (...fields: string[]) =>
    fields.map((field) => [`customFields.${field}`, 'required'])
  expect(await submit({})).toEqual([422, problems('ciudad', 'ano')])
  expect(await submit({ ciudad: '', pais: '' })).toEqual([422, problems('ciudad', 'pais', 'ano')])
  expect(await submit({ ciudad: 'Vigo', [year]: '1990' })).toEqual([200, undefined])
  const { body } = await server.api('GET', `/lists/${id}/contacts/f${id}@example.org`)
  expect(body.customFields.map(({ value }: { value: string }) => value)).toEqual([
    ...['Vigo', '1990', '', 'ES', ''],
  ])
})

test('a form of an unknown list says that it no longer works, one of a suspended account is kept', async () => {
  const owner = await server.other()
  const { body: list } = await owner.api('POST', '/lists', { name: 'closed' })
  const { body: shown } = await owner.api('GET', `/lists/${list.id}`)
  await server.service.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', owner.id)
    .execute()
  for (const list_id of ['no-such-list', 999_999]) {
    const answer = await call('POST', '/public/subscribe', { list_id, email: 'eva@example.org' })
    expect([list_id, answer.status, answer.body.code]).toEqual([list_id, 404, 'list_unknown'])
    expect(answer.body.title).toBe('This form no longer works')
  }
  // Who subscribes during a suspension is welcomed after it, and contacts can still unsubscribe.
  const form = { list_id: shown.public_id, email: 'eva@example.org' }
  expect((await call('POST', '/public/subscribe', form)).status).toBe(200)
  const leave = (list_id: string) =>
    call('POST', '/public/unsubscribe', { list_id, email: 'eva@example.org' })
  expect((await leave(shown.public_id)).body).toEqual({ success: true })
  expect((await leave('no-such-list')).body.code).toBe('list_unknown')
})

test.each([
  ['en', 'This link is no longer valid', 'You are already unsubscribed'],
  ['es', 'Este enlace ya no es válido', 'Ya estás de baja'],
])('errors about a link speak to the person who opened it (%s)', async (language, broken, left) => {
  const { xsid } = await newSubscriber()
  await subscription('DELETE', xsid)
  const titleOf = async (name: string) => {
    const headers = { 'accept-language': language }
    return (await call('GET', `/subscription/${name}`, undefined, headers)).body
  }
  expect(await titleOf('qqqqqqqq')).toMatchObject({ code: 'not_found', title: broken })
  expect(await titleOf(xsid)).toMatchObject({ code: 'unsubscribed', title: left })
  for (const { detail } of [await titleOf('qqqqqqqq'), await titleOf(xsid)]) {
    expect(detail).not.toMatch(/account|cuenta|person/)
  }
})

test('a form is limited per address', async () => {
  const { publicId } = await newList()
  const statuses = await Promise.all(
    Array.from({ length: 33 }, async (_, index) => {
      const body = { list_id: publicId, email: `p${index}@example.org` }
      return (await call('POST', '/public/subscribe', body)).status
    }),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
})

test('on a double opt-in list only the button behind the link subscribes, and the consent is recorded', async () => {
  const { id, publicId } = await newList({ double_optin: true })
  const email = `asked${id}@example.org`
  await call('POST', '/public/subscribe', { list_id: publicId, email })
  expect(await statusOf(id, email)).toBe('unconfirmed')
  const link = linkIn((await mailsTo(email))[0]?.text)
  const confirmationPage = await server.request('GET', link, undefined, { 'accept-language': 'es' })
  expect([confirmationPage.status, confirmationPage.body]).toEqual([
    200,
    expect.stringContaining('Sí, quiero'),
  ])
  expect(confirmationPage.headers.get('cache-control')).toBe('no-store')
  expect(await statusOf(id, email)).toBe('unconfirmed')
  const headers = { ...form, 'user-agent': 'Browser 7' }
  expect((await server.request('POST', link, '', headers)).status).toBe(200)
  const { body } = await server.api('GET', `/lists/${id}/contacts/${email}?export=gdpr`)
  expect(body).toMatchObject({
    status: 'active',
    confirmed_at: new Date(clock.now()).toISOString(),
    consent: { ip: '127.0.0.1', user_agent: 'Browser 7' },
  })
  expect((await server.request('POST', link, '', headers)).status).toBe(200)
  expect((await server.request('POST', `${link}x`, '', headers)).status).toBe(404)
})

test('an old link does not reactivate a contact who unsubscribed after it', async () => {
  const { id, publicId } = await newList({ double_optin: true })
  const email = `past${id}@example.org`
  await call('POST', '/public/subscribe', { list_id: publicId, email })
  const link = linkIn((await mailsTo(email))[0]?.text)
  await server.request('POST', link, '', form)
  await server.api('PUT', `/lists/${id}/contacts/${email}`, { status: 'unsubscribed' })
  clock.advance(1000)
  expect((await server.request('GET', link)).status).toBe(404)
  expect((await server.request('POST', link, '', form)).status).toBe(404)
  expect(await statusOf(id, email)).toBe('unsubscribed')
})

test('an unsubscribed contact returns by requesting and confirming, even after an erasure', async () => {
  for (const erase of [false, true]) {
    const { id, publicId } = await newList()
    const email = `back${id}@example.org`
    const contact = await newContact(id, { email })
    const path = `/lists/${id}/contacts/${contact.id}`
    await server.api('PUT', path, { status: 'unsubscribed' })
    if (erase) await server.api('DELETE', `${path}?erase=1`)
    clock.advance(1000)
    await call('POST', '/public/subscribe', { list_id: publicId, email })
    expect(await statusOf(id, email)).toBe(erase ? 'unconfirmed' : 'unsubscribed')
    const link = linkIn((await mailsTo(email))[0]?.text)
    expect((await server.request('POST', link, '', form)).status).toBe(200)
    expect(await statusOf(id, email)).toBe('active')
    const left = await server.service.db
      .selectFrom('suppressions')
      .select('id')
      .where('list_id', '=', id)
      .execute()
    expect(left).toEqual([])
  }
})

test('a contact who complained is not mailed because of a form', async () => {
  const { list, email, xsid } = await newSubscriber()
  await subscription('DELETE', `${xsid}?spam=1`)
  await call('POST', '/public/subscribe', { list_id: list.publicId, email })
  expect([await mailsTo(email), await statusOf(list.id, email)]).toEqual([[], 'complained'])
})

test('a form mails one address at most three times a day', async () => {
  const { id, publicId } = await newList({ double_optin: true })
  const email = `flooded${id}@example.org`
  for (let round = 0; round < 5; round++) {
    await call('POST', '/public/subscribe', { list_id: publicId, email })
  }
  expect(await mailsTo(email)).toHaveLength(3)
})

test('unsubscribing by address mails a link there and reveals nothing', async () => {
  const { list, email, id } = await newSubscriber()
  const ask = (address: string) =>
    call('POST', '/public/unsubscribe', { email: address, list_id: list.publicId })
  for (const address of [email, 'stranger@example.org']) {
    expect((await ask(address)).body).toEqual({ success: true })
  }
  expect(await mailsTo('stranger@example.org')).toEqual([])
  expect(await statusOf(list.id, email)).toBe('active')
  const link = linkIn((await mailsTo(email))[0]?.text)
  const shown = await server.request('GET', link)
  expect([shown.status, shown.body]).toEqual([200, expect.stringContaining(email)])
  expect(await statusOf(list.id, email)).toBe('active')
  expect((await server.request('POST', link, '', form)).status).toBe(200)
  expect(await statusOf(list.id, email)).toBe('unsubscribed')
  expect(await eventsOf(id)).toHaveLength(1)
})

test('unsubscribing by xsid is immediate, in the body or as one click, known or not', async () => {
  const first = await newSubscriber()
  expect((await call('POST', '/public/unsubscribe', { xsid: first.xsid })).body).toEqual({
    success: true,
  })
  expect(await statusOf(first.list.id, first.email)).toBe('unsubscribed')
  const second = await newSubscriber()
  const path = `/public/unsubscribe?subscriber=${second.xsid}`
  const oneClick = await call('POST', path, 'List-Unsubscribe=One-Click', form)
  expect(oneClick.body).toEqual({ success: true })
  expect(await statusOf(second.list.id, second.email)).toBe('unsubscribed')
  for (const xsid of [first.xsid, 'nonsense']) {
    const { status, body } = await call('POST', '/public/unsubscribe', { xsid })
    expect([status, body]).toEqual([200, { success: true }])
  }
  expect((await call('POST', '/public/unsubscribe', {})).status).toBe(422)
})

test('a one-click unsubscribe counts for its campaign and may be repeated', async () => {
  const { list, id, email } = await newSubscriber()
  const ids = { campaignId: 66, contactId: id, listId: list.id }
  const path = `/u/${unsubscribeToken(ids, server.service.secrets.mac)}`
  expect((await server.request('GET', path)).status).toBe(200)
  expect((await server.request('HEAD', path)).status).toBe(200)
  expect(await statusOf(list.id, email)).toBe('active')
  const click = () => server.request('POST', path, 'List-Unsubscribe=One-Click', form)
  expect([(await click()).status, (await click()).status]).toEqual([200, 200])
  expect(await statusOf(list.id, email)).toBe('unsubscribed')
  const history = await server.service.db
    .selectFrom('contact_history')
    .select(['type', 'campaign_id'])
    .where('contact_id', '=', id)
    .execute()
  expect(history).toEqual([{ type: 'unsubscribe', campaign_id: 66 }])
  expect((await server.request('POST', `${path}x`, '', form)).status).toBe(404)
})

test('links of a message unsubscribe from the list to which the contact was moved', async () => {
  const { list, id, email } = await newSubscriber()
  const to = await newList()
  await server.api('POST', `/lists/${list.id}/contacts/bulk`, {
    action: 'move',
    contacts: [id],
    to_list_id: to.id,
  })
  const shown = await subscription('GET', xsidFor(id, list.id))
  expect(shown.body).toMatchObject({ email })
  const ids = { campaignId: null, contactId: id, listId: list.id }
  const path = `/u/${unsubscribeToken(ids, server.service.secrets.mac)}`
  const click = await server.request('POST', path, 'List-Unsubscribe=One-Click', form)
  expect(click.status).toBe(200)
  expect(await statusOf(to.id, email)).toBe('unsubscribed')
})

test('a list name cannot inject HTML into a page', async () => {
  const list = await newList()
  await server.api('PUT', `/lists/${list.id}`, { name: '<script>alert(1)</script>' })
  const { id } = await newContact(list.id, { email: 'ana@example.org' })
  const ids = { campaignId: null, contactId: id, listId: list.id }
  const path = `/u/${unsubscribeToken(ids, server.service.secrets.mac)}`
  expect((await server.request('GET', path)).body).not.toContain('<script>')
})

// Must be the last test, because the session expires in it.
test('a link expires after a week', async () => {
  const { id, publicId } = await newList({ double_optin: true })
  const email = `late${id}@example.org`
  await call('POST', '/public/subscribe', { list_id: publicId, email })
  const link = linkIn((await mailsTo(email))[0]?.text)
  clock.advance(7 * 86_400_000)
  expect((await server.request('POST', link, '', form)).status).toBe(404)
})
