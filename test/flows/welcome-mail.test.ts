import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWelcomeRelease } from '../../src/service/welcome/release-welcomes.ts'
import { jobsAt } from '../support/jobs.ts'
import { parseMessage } from '../support/mail/smtp-sink.ts'
import { startOptIns } from '../support/opt-ins.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000

let world: Awaited<ReturnType<typeof startOptIns>>
let template: number
beforeAll(async () => {
  world = await startOptIns()
  const { body } = await world.api('POST', '/templates', {
    name: 'welcome',
    asunto: 'Hola {{ nombre }}',
    html: '<p>Hola {{ nombre }} de {{ ciudad }}</p>',
  })
  template = body.id
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(dayMs))

let people = 0
const newPerson = () => `persona${++people}@correo.example`

async function newList({ doubleOptin = false, from = 'hola@tienda.example' } = {}) {
  const { body } = await world.api('POST', '/lists', {
    name: `lista ${++people}`,
    double_optin: doubleOptin,
    welcome_template_id: template,
    from_mail: from,
  })
  await world.api('POST', `/lists/${body.id}/fields`, { name: 'ciudad', type: 'text' })
  const { public_id: publicId } = (await world.api('GET', `/lists/${body.id}`)).body
  return { id: body.id as number, publicId: publicId as string }
}

const mailsTo = (email: string) => world.sink.messages().filter(({ to }) => to[0] === email)

/** Lets the workers run until nothing waits and every message has its result. */
async function settle() {
  const { db } = world.server.service
  await waitFor(async () => {
    world.clock.advance(1000)
    const waiting = await db
      .selectFrom('welcomes')
      .select('id')
      .where('next_at', '<=', world.clock.now())
      .execute()
    const open = await db.selectFrom('recipient_queue').select('id').execute()
    return waiting.length + open.length === 0
  })
  await world.settle()
}

async function welcomeOf(email: string) {
  await settle()
  const mails = await Promise.all(mailsTo(email).map(({ raw }) => parseMessage(raw)))
  return mails.filter(({ subject }) => subject?.startsWith('Hola'))
}

test('who is added or uses a form gets the welcome mail once, with their data and a way out', async () => {
  const { api, submit } = world
  const list = await newList()
  const added = newPerson()
  const request = { email: added, nombre: 'Ana', customFields: { ciudad: 'Vigo' } }
  await api('POST', `/lists/${list.id}/contacts`, request)
  await api('POST', `/lists/${list.id}/contacts`, request)
  const [mail, ...more] = await welcomeOf(added)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'Hola Ana', from: { address: 'hola@tienda.example' } })
  expect(mail?.html).toContain('Hola Ana de Vigo')
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe')).toMatch(/^<http/)
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.html).toMatch(/<a href="http[^"]+">Unsubscribe<\/a>/)
  const form = newPerson()
  await submit(list.publicId, form)
  expect(await welcomeOf(form)).toHaveLength(1)
  const { body } = await api('GET', `/lists/${list.id}/contacts/${added}/history?type=welcome`)
  expect(body).toMatchObject([{ type: 'welcome' }])
  const { body: campaigns } = await api('GET', '/campaigns')
  expect(campaigns).toEqual([])
})

test('with double opt-in the mail comes after the confirmation, and not again after a second one', async () => {
  const { server, api } = world
  const list = await newList({ doubleOptin: true })
  const email = newPerson()
  await api('POST', `/lists/${list.id}/contacts`, { email })
  expect(await welcomeOf(email)).toEqual([])
  const confirm = async () => {
    const mails = await Promise.all(mailsTo(email).map(({ raw }) => parseMessage(raw)))
    const link = mails.findLast(({ subject }) => !subject?.startsWith('Hola'))?.text
    const path = /\/optin\/\S+/.exec(link ?? '')?.[0] ?? ''
    expect((await server.request('POST', path)).status).toBe(200)
  }
  await confirm()
  expect(await welcomeOf(email)).toHaveLength(1)
  await server.request('POST', '/v3/api/public/unsubscribe', { list_id: list.publicId, email })
  const contact = `/lists/${list.id}/contacts/${email}`
  await api('PUT', contact, { status: 'unsubscribed' })
  world.clock.advance(dayMs)
  await world.submit(list.publicId, email)
  await settle()
  await confirm()
  expect((await api('GET', contact)).body.status).toBe('active')
  expect(await welcomeOf(email)).toHaveLength(1)
})

test('imports, batches, copies and moves send no welcome mail, and lists without a template none', async () => {
  const { api, server } = world
  const [list, other] = [await newList(), await newList()]
  const plain = await newList()
  await api('PUT', `/lists/${plain.id}`, { welcome_template_id: null })
  const [batch, imported, copied, moved, without] = Array.from({ length: 5 }, newPerson)
  const single = newPerson()
  const login = { username: 'ana', pass: server.pass, rememberMe: true }
  const { body: session } = await server.api('POST', '/auth/getToken', login)
  const env = { REMITE_TOKEN: session.token }
  const cli = remite(server).with({ stdin: `email\n${single}\n`, env })
  const importing = ['lists', 'import', '-', '--list', String(list.id), '--batch-size', '1']
  expect(await cli(...importing)).toMatchObject({ code: 0 })
  await api('POST', `/lists/${list.id}/contacts`, { contacts: [{ email: batch }] })
  const sent = await jobsAt({ api }).send(list.id, `email\n${imported}\n`)
  expect(sent.status).toBe(202)
  await api('POST', `/lists/${plain.id}/contacts`, { email: without })
  for (const email of [copied, moved]) {
    const { body } = await api('POST', `/lists/${plain.id}/contacts`, { email })
    const action = email === copied ? 'copy' : 'move'
    const bulk = { action, to_list_id: other.id, contacts: [body.id] }
    expect((await api('POST', `/lists/${plain.id}/contacts/bulk`, bulk)).status).toBeLessThan(300)
  }
  await waitFor(async () => {
    world.clock.advance(1000)
    const found = await server.service.db
      .selectFrom('contacts')
      .select('email')
      .where('list_id', 'in', [list.id, other.id])
      .execute()
    return found.length === 5
  })
  await settle()
  for (const email of [single, batch, imported, copied, moved, without]) {
    expect(await welcomeOf(email ?? '')).toEqual([])
  }
})

test('nobody who left in the meantime, is suppressed or waits too long gets a welcome mail', async () => {
  const { api, server, clock } = world
  const { db } = server.service
  const list = await newList()
  await db.updateTable('senders').set({ verified_at: null }).execute()
  const [left, suppressed, late, stays] = Array.from({ length: 4 }, newPerson)
  for (const email of [left, suppressed, late, stays]) {
    await api('POST', `/lists/${list.id}/contacts`, { email })
  }
  await api('PUT', `/lists/${list.id}/contacts/${left}`, { status: 'unsubscribed' })
  await db
    .insertInto('suppressions')
    .values({
      account_id: server.accountId,
      list_id: 0,
      email_key: suppressed ?? '',
      email: suppressed ?? '',
      type: 'complaint',
      reason: '',
      campaign_id: null,
      created_at: clock.now(),
    })
    .execute()
  await api('DELETE', `/lists/${list.id}/contacts/${late}`)
  clock.advance(120_000)
  expect(mailsTo(stays ?? '')).toEqual([])
  await db.updateTable('senders').set({ verified_at: 1 }).execute()
  clock.advance(61_000)
  expect(await welcomeOf(stays ?? '')).toHaveLength(1)
  for (const email of [left, suppressed, late]) expect(mailsTo(email ?? '')).toEqual([])
})

test('it counts against the monthly sends, waits without any, and a suspended account sends none', async () => {
  const { api, server, clock } = world
  const { db } = server.service
  const used = async () => (await api('GET', `/users/${server.accountId}/quota`)).body.used
  const list = await newList()
  const before = await used()
  const first = newPerson()
  await api('POST', `/lists/${list.id}/contacts`, { email: first })
  expect(await welcomeOf(first)).toHaveLength(1)
  expect((await used()) - before).toBe(1)
  const set = (change: object) => db.updateTable('accounts').set(change).execute()
  const { monthly_sends } = await db
    .selectFrom('accounts')
    .select('monthly_sends')
    .where('id', '=', server.accountId)
    .executeTakeFirstOrThrow()
  const waits = async (change: object, back: object) => {
    const email = newPerson()
    await api('POST', `/lists/${list.id}/contacts`, { email })
    await set(change)
    return { email, undo: () => set(back) }
  }
  await set({ monthly_sends: 0 })
  const unpaid = newPerson()
  await api('POST', `/lists/${list.id}/contacts`, { email: unpaid })
  const release = createWelcomeRelease(server.service)
  while (await release());
  expect(mailsTo(unpaid)).toEqual([])
  await set({ monthly_sends })
  clock.advance(61_000)
  expect(await welcomeOf(unpaid)).toHaveLength(1)
  const suspended = await waits({ status: 'suspended' }, { status: 'active' })
  while (await release());
  await suspended.undo()
  clock.advance(61_000)
  expect((await welcomeOf(suspended.email)).length).toBe(1)
})

test('a stranger who types an address into many forms causes three mails a day, and two workers none twice', async () => {
  const { submit, server } = world
  const victim = newPerson()
  for (let n = 0; n < 5; n++) await submit((await newList()).publicId, victim)
  const releases = [createWelcomeRelease(server.service), createWelcomeRelease(server.service)]
  await Promise.all(
    releases.map(async (release) => {
      while (await release());
    }),
  )
  expect(await welcomeOf(victim)).toHaveLength(3)
  world.clock.advance(dayMs)
  expect(await welcomeOf(victim)).toHaveLength(5)
})

test('a bounce of a welcome mail reaches the contact, and a changed template changes later mails only', async () => {
  const { api, server } = world
  const list = await newList()
  const [first, second] = [newPerson(), newPerson()]
  await api('POST', `/lists/${list.id}/contacts`, { email: first })
  expect(await welcomeOf(first)).toHaveLength(1)
  await api('POST', '/templates', { id: template, html: '<p>Nueva {{ unsubscribe_url }}</p>' })
  await api('POST', `/lists/${list.id}/contacts`, { email: second })
  const [mail] = await welcomeOf(second)
  expect(mail?.html).toMatch(/^<p>Nueva http/)
  const campaigns = await server.service.db
    .selectFrom('campaigns')
    .select(['html', 'recipients'])
    .where('welcome_list_id', '=', list.id)
    .orderBy('id')
    .execute()
  expect(campaigns.map(({ recipients }) => recipients)).toEqual([1, 1])
  // The return path names the message, so a report about it finds the contact.
  const [from] = [first, second].map((email) => mailsTo(email)[0]?.from ?? '')
  expect(from).not.toBe('remite@mail.example')
})
