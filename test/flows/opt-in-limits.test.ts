import { afterEach, expect, test } from 'vitest'
import { addSender } from '../support/campaign-fixtures.ts'
import { jobsAt } from '../support/jobs.ts'
import { parseMessage } from '../support/mail/smtp-sink.ts'
import { startOptIns } from '../support/opt-ins.ts'
import { addUser, type TestUser } from '../support/users.ts'
import { waitFor } from '../support/wait.ts'

let close = async () => {}
afterEach(() => close())

async function start(options: Parameters<typeof startOptIns>[0] = {}) {
  const started = await startOptIns(options)
  close = started.close
  return started
}

test('sixty opt-in mails to one mailbox through many lists, accounts and spellings are five', async () => {
  const { server, clock, api, newList, submit, optIns, waiting } = await start({ workers: false })
  const accounts = [{ api }, await server.other(), await server.other(), await server.other()]
  for (const { id } of accounts.slice(1) as { id: number }[]) {
    await addSender({ ...server, accountId: id }, `hola@t${id}.example`)
  }
  const answers: unknown[] = []
  for (let n = 0; n < 60; n++) {
    const account = accounts[n % 4] ?? { api }
    const email = `${n % 2 ? 'v.ictim' : 'Victim'}+${n}@gmail.com`
    const { id, publicId } = await newList(account)
    if (n % 3 === 0) {
      clock.advance(60_000)
      answers.push((await submit(publicId, email)).body)
    } else {
      answers.push((await account.api('POST', `/lists/${id}/contacts`, { email })).body.status)
    }
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"success":true}', '"unconfirmed"']),
  )
  const mails = await optIns()
  expect(mails).toHaveLength(5)
  const counts = [0, ...accounts.slice(1).map((account) => (account as { id: number }).id)].map(
    (id) => mails.filter(({ account_id }) => account_id === (id || server.accountId)).length,
  )
  expect(Math.max(...counts)).toBeLessThanOrEqual(3)
  expect(await waiting()).toBe(55)
})

test('an owner’s opt-in mail counts against the monthly sends, a form’s does not', async () => {
  const { server, api, newList, submit, optIns } = await start({ workers: false })
  const { id, publicId } = await newList()
  const { db } = server.service
  await db.updateTable('accounts').set({ monthly_sends: 2 }).execute()
  const contacts = ['a', 'b', 'c'].map((name) => ({ email: `${name}@correo.example` }))
  const { body } = await api('POST', `/lists/${id}/contacts`, { contacts })
  expect([body.created, body.optin_waiting]).toEqual([3, 1])
  await submit(publicId, 'd@correo.example')
  expect((await optIns()).map(({ to_mail }) => to_mail)).toEqual(
    expect.arrayContaining(['d@correo.example']),
  )
  expect(await optIns()).toHaveLength(3)
})

test('the list’s name is plain text in our mail: no link, no address, no number, bounded', async () => {
  const { server, sink, api, newList, submit, settle } = await start()
  const name = `WIN 5000€ https://casino.example/x?y=1 or www.casino.example, casino.example, me@casino.example, +34 600 123 456 ${'!'.repeat(120)}`
  const { publicId } = await newList({ api }, name)
  await submit(publicId, 'ana@correo.example')
  await settle()
  const {
    subject = '',
    text = '',
    replyTo,
    from,
  } = await parseMessage(sink.messages()[0]?.raw ?? Buffer.of())
  const link = new RegExp(`${server.origin}/optin/\\S+`)
  for (const words of [subject, text.replace(link, '')]) {
    expect(words).not.toMatch(/casino\.example|https?:|www\.|@|600|123 456/)
    expect(words.length).toBeLessThan(400)
  }
  expect(subject).toContain('WIN 5000€')
  expect(subject.length).toBeLessThan(100)
  expect([from?.address, replyTo?.[0]?.address]).toEqual([
    'remite@mail.example',
    'hola@tienda.example',
  ])
})

test('a user name cannot put a link into a sender code', async () => {
  const { server, api } = await start({ workers: false })
  await server.service.db
    .updateTable('accounts')
    .set({ username: 'www.casino.example' })
    .where('id', '=', server.accountId)
    .execute()
  await api('POST', '/senders', { from_name: 'x', from_mail: 'victim@correo.example' })
  const mail = await server.service.db
    .selectFrom('messages')
    .select(['subject', 'text'])
    .where('kind', '=', 'sender_code')
    .executeTakeFirstOrThrow()
  expect(mail.subject + mail.text).not.toContain('casino.example')
})

test('sender codes to one mailbox are limited over all accounts', async () => {
  const { server } = await start({ workers: false })
  let mailed = 0
  for (let n = 0; n < 30; n++) {
    const other = await server.other()
    const from_mail = `vic.tim+${n}@gmail.com`
    const { status } = await other.api('POST', '/senders', { from_name: 'x', from_mail })
    expect(status).toBe(200)
  }
  mailed = (
    await server.service.db
      .selectFrom('messages')
      .select('id')
      .where('kind', '=', 'sender_code')
      .execute()
  ).length
  expect(mailed).toBe(20)
})

test('a thousand sender codes a day go out below an account, however many accounts there are', async () => {
  const { server } = await start({ workers: false })
  const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller' })
  const below = await addUser(server, { parent: reseller.id })
  const nested = await addUser(server, { parent: below.id })
  const send = async (user: TestUser, from_mail: string) => {
    await user.api('POST', '/senders', { from_name: 'x', from_mail })
    const mails = await server.service.db
      .selectFrom('messages')
      .select('id')
      .where('kind', '=', 'sender_code')
      .execute()
    return mails.length
  }
  expect(await send(below, 'a@correo.example')).toBe(1)
  await server.service.db
    .updateTable('counters')
    .set({ count: 999 })
    .where('key', 'like', `mail sender_code%below ${reseller.id}`)
    .execute()
  expect(await send(nested, 'b@correo.example')).toBe(2)
  expect(await send(nested, 'c@correo.example')).toBe(2)
  expect(await send(below, 'd@correo.example')).toBe(2)
  expect(await send(reseller, 'e@correo.example')).toBe(3)
})

test('moves to a double opt-in list are limited too, and a re-mail beyond the limit is refused', async () => {
  const { api, newList, optIns } = await start({ workers: false })
  const from = (await api('POST', '/lists', { name: 'from' })).body.id
  await api('POST', `/lists/${from}/contacts`, { email: 'ana@correo.example' })
  for (let n = 0; n < 5; n++) {
    const { id } = await newList()
    const body = { action: 'copy', to_list_id: id, filter: {} }
    const answer = await api('POST', `/lists/${from}/contacts/bulk`, body)
    expect(answer.body).toEqual({
      ok: true,
      done: 1,
      skipped: 0,
      ...(n >= 3 && { optin_waiting: 1 }),
    })
    if (n < 4) continue
    const again = await api('PUT', `/lists/${id}/contacts/ana@correo.example`, {
      resend_optin: true,
    })
    expect([again.status, again.body.code]).toEqual([429, 'rate_limited'])
  }
  expect(await optIns()).toHaveLength(3)
})

test('no counter holds an address', async () => {
  const { server, api, newList, submit } = await start({ workers: false })
  const { publicId } = await newList()
  await submit(publicId, 'ana@correo.example')
  await api('POST', '/senders', { from_name: 'x', from_mail: 'ana@correo.example' })
  const rows = await server.service.db.selectFrom('counters').select('key').execute()
  expect(rows.filter(({ key }) => key.includes('correo.example'))).toEqual([])
})

test('an owner cannot have an opt-in mail sent to an address that is suppressed', async () => {
  const { server, clock, api, newList, optIns, waiting } = await start()
  const email = 'ana@correo.example'
  const plain = (await api('POST', '/lists', { name: 'plain' })).body.id
  await api('POST', `/lists/${plain}/contacts`, { email })
  const jobs = jobsAt(server)
  const { job_id: job } = (await jobs.send(plain, `email\n${email}\n`, '?mode=suppress')).body
  await waitFor(async () => {
    clock.advance(1000)
    return (await jobs.get(plain, job)).status === 'done'
  })
  const moved = await newList()
  const contacts = [email]
  const move = { action: 'move', contacts, to_list_id: moved.id }
  expect((await api('POST', `/lists/${plain}/contacts/bulk`, move)).body).toMatchObject({ done: 1 })
  const resend = await api('PUT', `/lists/${moved.id}/contacts/${email}`, { resend_optin: true })
  expect([resend.status, resend.body.errors?.[0]?.code]).toEqual([422, 'suppressed'])
  expect([await optIns(), await waiting()]).toEqual([[], 0])
})
