import { afterAll, beforeAll, expect, test } from 'vitest'
import { complain } from '../../src/service/contacts/consent/unsubscribe.ts'
import { recordBounce } from '../../src/service/contacts/suppression/record-bounce.ts'
import { purgeDeletedLists } from '../../src/service/retention/deleted-lists.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { jobsAt } from '../support/jobs.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

/** The ways in which an address must not be mailed any more. `active` is the control. */
const fates = [
  'active',
  'left',
  'removed',
  'complained',
  'erased',
  'bounced',
  'blocked',
  // A contact with this status and without a suppression, as an older version may have left it.
  'bare',
] as const

let rounds = 0

interface FilledList {
  id: number
  emails: Record<(typeof fates)[number], string>
}

async function fillList(name: string): Promise<FilledList> {
  const round = ++rounds
  const emails = Object.fromEntries(
    fates.map((fate) => [fate, `${fate}${round}@correo.example`]),
  ) as FilledList['emails']
  const id = await addList(name)
  const { db, clock } = server.service
  const { blocked, ...contacts } = emails
  await server.api('POST', `/lists/${id}/contacts`, {
    contacts: Object.values(contacts).map((email) => ({ email })),
  })
  await importTo(id, [blocked], 'suppress')
  const path = (email: string) => `/lists/${id}/contacts/${email}`
  for (const email of [emails.left, emails.removed]) {
    expect((await server.api('PUT', path(email), { status: 'unsubscribed' })).status).toBe(200)
  }
  await server.api('DELETE', path(emails.removed))
  await server.api('DELETE', `${path(emails.erased)}?erase=1`)
  const find = (email: string) =>
    db
      .selectFrom('contacts')
      .select('id')
      .where('list_id', '=', id)
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  const now = clock.now()
  const complaint = {
    accountId: server.accountId,
    contactId: (await find(emails.complained)).id,
    campaignId: null,
    reason: '',
    now,
  }
  await db.transaction().execute((tx) => complain(tx, complaint))
  await bounce((await find(emails.bounced)).id, emails.bounced)
  const bare = db.updateTable('contacts').set({ status: 'unsubscribed' })
  await bare.where('id', '=', (await find(emails.bare)).id).execute()
  return { id, emails }
}

/** Lets a message to a contact bounce for good. */
async function bounce(contactId: number, email: string): Promise<void> {
  const { db, clock } = server.service
  const now = clock.now()
  const { id: recipientId } = await db
    .insertInto('recipients')
    .values({
      account_id: server.accountId,
      campaign_id: 1,
      address_key: email,
      visit: 0,
      contact_id: contactId,
      state: 'sent',
      attempts: 1,
      sent_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refusal = { type: 'hard', kind: 'user_not_found', countsAgainstContact: true } as const
  await db
    .transaction()
    .execute((tx) => recordBounce(tx, { recipientId, refusal, diagnostic: '', now }))
}

const addList = async (name: string, more: object = {}): Promise<number> => {
  const { status, body } = await server.api('POST', '/lists', { name, ...more })
  expect(status).toBe(200)
  return body.id
}

/** Imports a file of addresses and returns the job. */
async function importTo(list: number, emails: readonly string[], mode = 'upsert') {
  const jobs = jobsAt(server)
  const { body } = await jobs.send(list, `email\n${emails.join('\n')}\n`, `?mode=${mode}`)
  await runJobs(server)
  return jobs.get(list, body.job_id)
}

const activeOn = async (list: number): Promise<string[]> => {
  const { body } = await server.api('GET', `/lists/${list}/contacts?status=active`)
  return body.map(({ email }: { email: string }) => email)
}

test('no suppression is forgotten with the list: not in a new list of that name, nor of any', async () => {
  const { id, emails } = await fillList('Clientes')
  const bystander = await addList('Otra')
  await server.api('POST', `/lists/${bystander}/contacts`, { email: emails.left })
  expect((await server.api('DELETE', `/lists/${id}`)).status).toBe(200)
  for (const name of ['Clientes', 'Amigos']) {
    const list = await addList(name)
    const job = await importTo(list, Object.values(emails))
    expect(await activeOn(list)).toEqual([emails.active])
    expect([job.created, job.failed]).toEqual([1, fates.length - 1])
    for (const email of Object.values(emails).filter((one) => one !== emails.active)) {
      const { status, body } = await server.api('POST', `/lists/${list}/contacts`, { email })
      expect([email, status, body.errors?.[0]?.code]).toEqual([email, 422, 'suppressed'])
    }
    const shown = (await server.api('GET', `/lists/${list}/suppressions`)).body
    expect(shown.map(({ email }: { email: string }) => email)).toContain(emails.left)
  }
  // Who is on another list by their own choice stays there.
  expect(await activeOn(bystander)).toEqual([emails.left])
})

test('a person who left a deleted list can join another one, by a confirmation', async () => {
  const { id, emails } = await fillList('Pasada')
  await server.api('DELETE', `/lists/${id}`)
  await addSender(server)
  const next = await addList('Siguiente')
  const { public_id } = (await server.api('GET', `/lists/${next}`)).body
  const { status } = await server.api('POST', '/public/subscribe', {
    list_id: public_id,
    email: emails.left,
  })
  expect(status).toBe(200)
  const asked = await server.service.db
    .selectFrom('messages')
    .select('kind')
    .where('to_mail', '=', emails.left)
    .execute()
  expect([await activeOn(next), asked.length]).toEqual([[], 1])
})

test('a deletion that was interrupted keeps the suppressions when it continues', async () => {
  const { id, emails } = await fillList('Rota')
  const { db, reader } = server.service
  await db.deleteFrom('lists').where('id', '=', id).execute()
  const { bare, ...suppressed } = emails
  for (const name of ['Rota', 'Entera']) {
    const list = await addList(name)
    await importTo(list, [...Object.values(suppressed), ...(name === 'Entera' ? [bare] : [])])
    expect(await activeOn(list)).toEqual([emails.active])
    await purgeDeletedLists({ db, reader })
  }
})

test('a deletion with many contacts and suppressions ends, and leaves one row for each address', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => `m${index}@correo.example`)
  for (const name of ['Uno', 'Dos']) {
    const list = await addList(name)
    await importTo(list, many, 'suppress')
    await server.api('DELETE', `/lists/${list}`)
  }
  const { count } = await server.service.db
    .selectFrom('suppressions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', 'like', 'm%@correo.example')
    .executeTakeFirstOrThrow()
  expect(count).toBe(many.length)
})

test('deleting an account forgets its suppressions with its contacts', async () => {
  const boss = server
  const { status, body } = await boss.api('POST', '/users', {
    username: 'sub-account',
    email: 'sub@example.org',
    pass: 'a long enough password',
    nombre: 'Sub',
    role: 'User',
  })
  expect([status, body]).toEqual([200, expect.objectContaining({ ok: true })])
  const { db, clock } = server.service
  const account_id = body.id
  const list = await db
    .insertInto('lists')
    .values({
      account_id,
      public_id: 'sub-list',
      name: 'Sub',
      description: '',
      double_optin: 0,
      from_mail: null,
      welcome_template_id: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const email = 'gone@correo.example'
  for (const list_id of [list.id, -1]) {
    await db
      .insertInto('suppressions')
      .values({
        ...{ account_id, list_id, email_key: email, email, type: 'unsubscribe', reason: '' },
        ...{ campaign_id: null, created_at: clock.now() },
      })
      .execute()
  }
  expect((await boss.api('DELETE', `/users/${account_id}`)).status).toBe(200)
  const left = await db
    .selectFrom('suppressions')
    .select('id')
    .where('account_id', '=', account_id)
    .execute()
  expect(left).toEqual([])
})
