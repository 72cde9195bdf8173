import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../src/service/database/schema.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  // Without a verified sender, opt-in mail waits.
  await addSender(server)
  cli = remite(server)
})
afterAll(() => server.close())

const sender = 'hola@tienda.example'
let names = 0

async function newList(): Promise<number> {
  const { body } = await server.api('POST', '/lists', { name: `list ${++names}` })
  return body.id
}

async function addContact(list: number, email: string): Promise<number> {
  const { body } = await server.api('POST', `/lists/${list}/contacts`, { email, nombre: 'Ana' })
  return body.id
}

/** Inserts an old message, opened by a machine and by a person, who also clicked. */
async function addMailing(list: number, contact: number, at: number): Promise<number> {
  const { db } = server.service
  await server.api('POST', '/senders', { from_name: 'T', from_mail: sender })
  const { body } = await server.api('POST', '/campaigns', {
    ...{ camp_name: 'Rebajas', asunto: 'Hola', html: '<p>Hola</p>', from_mail: sender },
    ...{ list_id: [String(list)], draft: true },
  })
  const owned = { account_id: server.accountId, campaign_id: body.id, contact_id: contact }
  const recipient = await db
    .insertInto('recipients')
    .values({
      ...{ ...owned, address_key: `held${contact}@example.org`, visit: 1, state: 'sent' },
      ...{ claim: null, attempts: 1, sent_at: at },
      ...{ response: `250 held${contact}@example.org`, opened_at: null, clicked_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = await db
    .insertInto('campaign_links')
    .values({
      account_id: server.accountId,
      campaign_id: body.id,
      position: 0,
      url: 'https://tienda.example/',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const engagement = { ...owned, recipient_id: recipient.id }
  await db
    .insertInto('engagements')
    .values([
      { ...engagement, kind: 'open', machine: 1, link_id: null, at: at + 1 },
      { ...engagement, kind: 'open', machine: 0, link_id: null, at: at + 2 },
      { ...engagement, kind: 'click', machine: 0, link_id: link.id, at: at + 2 },
    ])
    .execute()
  await db
    .insertInto('repeat_visits')
    .values({
      ...{ campaign_id: body.id, recipient_id: recipient.id, kind: 'click', machine: 0 },
      ...{ link_id: link.id, slot: at + 3, count: 25 },
    })
    .execute()
  return body.id
}

const historyOf = async (list: number, contact: number, query = '') =>
  (await server.api('GET', `/lists/${list}/contacts/${contact}/history${query}`)).body

const typesIn = (events: { type: string }[]) => events.map(({ type }) => type)

test('the history of a contact is one list in time order, by page and by kind', async () => {
  const list = await newList()
  const contact = await addContact(list, 'ana@example.org')
  const later = Date.now() + 60_000
  const campaign = await addMailing(list, contact, later)
  await server.api('PUT', `/lists/${list}/contacts/${contact}`, { status: 'unsubscribed' })
  const all = await historyOf(list, contact)
  expect(typesIn(all)).toEqual(['click', 'open', 'sent', 'unsubscribe', 'added'])
  expect(all[0]).toEqual({
    type: 'click',
    at: new Date(later + 2).toISOString(),
    campaign_id: campaign,
    detail: 'https://tienda.example/',
  })
  expect(all.at(-1)).toMatchObject({ campaign_id: null, detail: 'api' })
  for (const order of ['desc', 'asc']) {
    const paged: { type: string }[] = []
    let cursor = ''
    do {
      const path = `/lists/${list}/contacts/${contact}/history?limit=1&order=${order}${cursor}`
      const { body, headers } = await server.api('GET', path)
      paged.push(...body)
      const next = headers.get('x-next-cursor')
      cursor = next ? `&cursor=${next}` : ''
    } while (cursor !== '')
    expect(paged).toEqual(order === 'desc' ? all : [...all].reverse())
  }
  expect(typesIn(await historyOf(list, contact, '?type=open'))).toEqual(['open'])
})

test('the verb shows the history of a contact by address', async () => {
  const list = await newList()
  await addContact(list, 'leo@example.org')
  const result = await cli('contacts', 'history', 'leo@example.org', '--list', String(list))
  expect([result.code, result.stderr]).toEqual([0, ''])
  expect(result.stdout).toMatch(/^\d{4}-.+Z\tadded\t\tapi\n$/)
  expect((await cli('contacts', 'history', 'no@example.org', '--list', String(list))).code).toBe(3)
})

test('suppressions of a list include those of the account, by type and page', async () => {
  const [list, other] = [await newList(), await newList()]
  for (const [place, at] of [list, other].entries()) {
    for (const name of ['a', 'b', 'c']) {
      const contact = await addContact(at, `${name}@sup${place}.example`)
      await server.api('PUT', `/lists/${at}/contacts/${contact}`, { status: 'unsubscribed' })
    }
  }
  await server.service.db
    .insertInto('suppressions')
    .values({
      ...{ account_id: server.accountId, list_id: 0, email_key: 'all@sup.example' },
      ...{ email: 'all@sup.example', type: 'manual', reason: '', campaign_id: null, created_at: 0 },
    })
    .execute()
  const { body } = await server.api('GET', `/lists/${list}/suppressions?order=asc`)
  expect(body.map(({ email }: { email: string }) => email)).toEqual([
    ...['a@sup0.example', 'b@sup0.example', 'c@sup0.example', 'all@sup.example'],
  ])
  expect(body.at(-1)).toMatchObject({ list_id: null, type: 'manual', reason: null })
  const pages = await cli('lists', 'suppressions', String(list), '--all', '-o', 'ids')
  expect(pages.stdout.trim().split('\n')).toEqual(
    body.map(({ id }: { id: number }) => String(id)).reverse(),
  )
  const left = await cli('lists', 'suppressions', `list ${names - 1}`, '--type', 'manual')
  expect(left.stdout).toContain('all@sup.example\tmanual')
  expect(left.stdout.trim().split('\n')).toHaveLength(1)
  const { api } = await server.other()
  expect((await api('GET', `/lists/${list}/suppressions`)).status).toBe(404)
})

test('the personal data export holds every message, open, click, conversion, consent and suppression', async () => {
  const list = await newList()
  const contact = await addContact(list, 'gdpr@example.org')
  const campaign = await addMailing(list, contact, Date.now())
  const sale = { contact_id: contact, name: 'compra', event_id: 'held-1', value: 19.5 }
  await server.api('POST', `/campaigns/${campaign}/conversions`, { ...sale, currency: 'EUR' })
  await server.api('PUT', `/lists/${list}/contacts/${contact}`, { status: 'unsubscribed' })
  const path = `/lists/${list}/contacts/${contact}?export=gdpr`
  expect((await server.api('GET', path)).body).toMatchObject({
    email: 'gdpr@example.org',
    status: 'unsubscribed',
    unsubscribed_at: expect.any(String),
    consent: null,
    consents: [],
    mailings: [{ campaign_id: campaign, camp_name: 'Rebajas', state: 'sent' }],
    engagements: [
      { kind: 'open', machine: true },
      { kind: 'open', machine: false },
      { kind: 'click', machine: false, url: 'https://tienda.example/', count: 1 },
      { kind: 'click', machine: false, url: 'https://tienda.example/', count: 25 },
    ],
    conversions: [
      {
        ...{ campaign_id: campaign, name: 'compra', event_id: 'held-1' },
        ...{ value: 19.5, currency: 'EUR', at: expect.any(String) },
      },
    ],
    messages: [],
    suppressed: true,
    suppressions: [{ list_id: list, email: 'gdpr@example.org', type: 'unsubscribe' }],
  })
})

/**
 * Returns the tables that contain a text. Reads the table names from the schema, so that new tables are
 * searched too.
 */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = server.service
  // The full-text index cannot be read row by row, but its shadow tables can.
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => name !== 'contacts_words',
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db
      .selectFrom(name as keyof Tables)
      .selectAll()
      .execute()
    const all = rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value))
        .join('\n'),
    )
    if (all.some((row) => row.toLowerCase().includes(text))) found.push(name)
  }
  return found
}

test('after an erasure no table holds the address, and an import does not bring it back', async () => {
  const { body: list } = await server.api('POST', '/lists', { name: 'Erase', double_optin: true })
  const email = 'Forget.Me@oblivion.example'
  const headers = { 'idempotency-key': 'erase-1' }
  const rows = {
    contacts: [{ email, nombre: 'Forget Zubizarreta' }, { email: 'forget.me@' }],
  }
  await server.api('POST', `/lists/${list.id}/contacts`, rows, headers)
  const { body } = await server.api('GET', `/lists/${list.id}/contacts/${email}`)
  await addMailing(list.id, body.id, Date.now())
  await server.service.db
    .updateTable('recipients')
    .set({ address_key: email.toLowerCase(), response: `550 ${email}` })
    .where('contact_id', '=', body.id)
    .execute()
  await server.service.db
    .insertInto('suppressions')
    .values({
      ...{ account_id: server.accountId, list_id: 0, email_key: email.toLowerCase(), email },
      ...{ type: 'manual', reason: email, campaign_id: null, created_at: 0 },
    })
    .execute()
  const job = await server.service.db
    .insertInto('jobs')
    .values({
      ...{ account_id: server.accountId, list_id: list.id, kind: 'import', status: 'done' },
      ...{ params: '{}', progress: '{}', claim: null, lease_until: 0, attempts: 1, created_at: 0 },
      ...{ started_at: 0, finished_at: 0, error: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.service.db
    .insertInto('job_rejects')
    .values({
      account_id: server.accountId,
      job_id: job.id,
      line: 2,
      cells: JSON.stringify([email, 'x']),
      problem: '{}',
    })
    .execute()
  expect((await tablesWith('oblivion')).sort()).toEqual([
    ...['contacts', 'job_rejects', 'messages', 'recipients', 'suppressions'],
  ])
  expect(await tablesWith('zubizarreta')).toContain('contacts')
  const erased = await server.api('DELETE', `/lists/${list.id}/contacts/${body.id}?erase=1`)
  expect(erased.body).toMatchObject({ ok: true })
  expect(await tablesWith('oblivion')).toEqual([])
  expect(await tablesWith('zubizarreta')).toEqual([])
  const again = { contacts: [{ email: email.toLowerCase() }] }
  const back = await server.api('POST', `/lists/${list.id}/contacts`, again)
  expect(back.body).toMatchObject({ created: 0, errors: [{ code: 'suppressed' }] })
})
