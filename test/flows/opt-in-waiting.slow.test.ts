import { afterEach, expect, test } from 'vitest'
import { defaultRetention } from '../../src/core/retention/retention-periods.ts'
import { createOptInRelease } from '../../src/service/contacts/consent/release-opt-ins.ts'
import { complain } from '../../src/service/contacts/consent/unsubscribe.ts'
import { serviceMail } from '../../src/service/delivery/service-mail.ts'
import { purgeExpired } from '../../src/service/retention/expired.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { jobsAt } from '../support/jobs.ts'
import { startOptIns } from '../support/opt-ins.ts'
import { waitFor } from '../support/wait.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let close = async () => {}
afterEach(() => close())

async function start(options: Parameters<typeof startOptIns>[0] = {}) {
  const started = await startOptIns(options)
  close = started.close
  return started
}

test('what waits goes out on later days, ten a week to one mailbox, and expires', async () => {
  const { server, clock, sink, api, newList, optIns, settle } = await start()
  const other = await server.other()
  await addSender({ ...server, accountId: other.id }, 'hola@other.example')
  for (let n = 0; n < 14; n++) {
    const account = n % 2 ? other : { api }
    const { id } = await newList(account)
    await account.api('POST', `/lists/${id}/contacts`, { email: `eva+${n}@gmail.com` })
  }
  const counts: number[] = []
  for (let day = 0; day < 6; day++) {
    await settle()
    counts.push((await optIns()).length)
    clock.advance(dayMs)
    // The day's requests are released by the workers.
    await waitFor(async () => {
      clock.advance(1000)
      const due = await server.service.db
        .selectFrom('optin_requests')
        .select('id')
        .where('next_at', '<=', clock.now())
        .execute()
      return due.length === 0
    })
  }
  expect(counts).toEqual([5, 10, 10, 10, 10, 10])
  const to = sink.messages().map((message) => message.to[0])
  expect(new Set(to).size).toBe(to.length)
})

test('without a verified sender an opt-in mail waits, and goes out once when there is one', async () => {
  const { server, clock, sink, api, newList, submit, optIns, waiting, settle } = await start({
    sender: false,
  })
  const { id, publicId } = await newList()
  const added = await api('POST', `/lists/${id}/contacts`, { email: 'ana@correo.example' })
  expect(added.body).toEqual({
    ok: true,
    id: added.body.id,
    status: 'unconfirmed',
    created: true,
    optin_waiting: 1,
  })
  const batch = await api('POST', `/lists/${id}/contacts`, {
    contacts: [{ email: 'eva@correo.example' }, { email: 'leo@correo.example' }],
  })
  expect(batch.body).toMatchObject({ created: 2, errors: [], optin_waiting: 2 })
  expect((await submit(publicId, 'ana@correo.example')).body).toEqual({ success: true })
  await api('DELETE', `/lists/${id}/contacts/leo@correo.example`)
  expect(await optIns()).toEqual([])
  await addSender(server)
  await waitFor(async () => {
    clock.advance(61_000)
    return sink.messages().length === 2
  })
  await settle()
  expect(sink.messages().map(({ to }) => to[0])).toEqual(
    expect.arrayContaining(['ana@correo.example', 'eva@correo.example']),
  )
  expect([await waiting(), (await optIns()).length]).toEqual([0, 2])
})

test('an import above the limit of an hour goes out hour by hour: all of it, and nothing twice', async () => {
  const { server, clock, sink, newList, waiting, settle } = await start({ plan: 'free' })
  const { id } = await newList()
  const people = Array.from({ length: 250 }, (_, n) => `p${n}@correo.example`)
  const sent = await jobsAt(server).send(id, `email\n${people.join('\n')}\n`, '')
  await waitFor(async () => {
    clock.advance(1000)
    return (await jobsAt(server).get(id, sent.body.job_id)).status === 'done'
  })
  const job = await jobsAt(server).get(id, sent.body.job_id)
  expect(job).toMatchObject({ created: 250, found: { optin_waiting: 150 } })
  await waitFor(async () => {
    clock.advance(61_000)
    return (await waiting()) === 0
  })
  await settle()
  const hours = await server.service.db
    .selectFrom('messages')
    .select('created_at')
    .orderBy('created_at')
    .execute()
  const perHour = new Map<number, number>()
  for (const { created_at } of hours) {
    const hour = Math.floor(created_at / hourMs)
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1)
  }
  expect([...perHour.values()]).toEqual([100, 100, 50])
  expect(sink.messages()).toHaveLength(250)
  expect(new Set(sink.messages().map(({ to }) => to[0]))).toEqual(new Set(people))
  const { sends_used } = await server.service.db
    .selectFrom('accounts')
    .select('sends_used')
    .where('id', '=', server.accountId)
    .executeTakeFirstOrThrow()
  expect(sends_used).toBe(250)
})

test('requests at the same moment do not exceed the limits, and two processes send nothing twice', async () => {
  const { server, clock, api, newList, submit, optIns, waiting } = await start({
    workers: false,
    plan: 'free',
  })
  const { id, publicId } = await newList()
  const add = (email: string) => api('POST', `/lists/${id}/contacts`, { email })
  const people = Array.from({ length: 130 }, (_, n) => `p${n}@correo.example`)
  const answers = await Promise.all(people.map(add))
  const held = answers.filter(({ body }) => body.optin_waiting === 1)
  expect([held.length, (await optIns()).length, await waiting()]).toEqual([30, 100, 30])
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => submit(publicId, `same+${n}@correo.example`)),
  )
  const same = (await optIns()).filter(({ to_mail }) => to_mail.startsWith('same'))
  expect([same.length, await waiting()]).toEqual([3, 35])

  clock.advance(dayMs - (clock.now() % dayMs))
  const processes = [createOptInRelease(server.service), createOptInRelease(server.service)]
  const run = async (release: () => Promise<boolean>) => {
    while (await release());
  }
  await Promise.all(processes.map(run))
  expect(await waiting()).toBe(2)
  const to = (await optIns()).map(({ to_mail }) => to_mail)
  expect([to.length, new Set(to).size]).toEqual([136, 136])
})

test('what is no longer wanted is not mailed when its turn comes', async () => {
  const { server, api, newList, submit, optIns, waiting } = await start({
    workers: false,
    sender: false,
  })
  const { id, publicId } = await newList()
  const path = (name: string) => `/lists/${id}/contacts/${name}@correo.example`
  for (const name of ['left', 'deleted', 'moved', 'renamed', 'stays']) {
    await api('POST', `/lists/${id}/contacts`, { email: `${name}@correo.example` })
  }
  await submit(publicId, 'complained@correo.example')
  await api('PUT', path('left'), { status: 'unsubscribed' })
  await api('DELETE', path('deleted'))
  await api('PUT', path('renamed'), { email: 'anew@correo.example' })
  const plain = (await api('POST', '/lists', { name: 'plain' })).body.id
  const contacts = ['moved@correo.example']
  await api('POST', `/lists/${id}/contacts/bulk`, { action: 'move', contacts, to_list_id: plain })
  const { db } = server.service
  const { id: contactId } = await db
    .selectFrom('contacts')
    .select('id')
    .where('email', '=', 'complained@correo.example')
    .executeTakeFirstOrThrow()
  const complaint = { accountId: server.accountId, contactId, campaignId: null, reason: '' }
  const now = server.service.clock.now()
  await db.transaction().execute((tx) => complain(tx, { ...complaint, now }))
  await addSender(server)
  const release = createOptInRelease(server.service)
  while (await release());
  expect((await optIns()).map(({ to_mail }) => to_mail).sort()).toEqual([
    'anew@correo.example',
    'stays@correo.example',
  ])
  expect(await waiting()).toBe(0)
})

test('a person who asks again after leaving is mailed, whatever the owner had asked for', async () => {
  const { server, clock, api, newList, submit, optIns, waiting } = await start({
    workers: false,
    sender: false,
  })
  const { id, publicId } = await newList()
  const email = 'ana@correo.example'
  await api('POST', `/lists/${id}/contacts`, { email })
  await api('PUT', `/lists/${id}/contacts/${email}`, { status: 'unsubscribed' })
  clock.advance(6 * dayMs)
  await submit(publicId, email)
  // The week begins with the new request.
  clock.advance(2 * dayMs)
  const { db } = server.service
  await purgeExpired(
    { db, reader: db, signal: new AbortController().signal },
    defaultRetention,
    clock.now(),
  )
  await addSender(server)
  const release = createOptInRelease(server.service)
  while (await release());
  expect([(await optIns()).map(({ to_mail }) => to_mail), await waiting()]).toEqual([[email], 0])
})

test('a request that waits for a week expires with the purge', async () => {
  const { server, clock, api, newList, waiting } = await start({ workers: false, sender: false })
  const { id } = await newList()
  await api('POST', `/lists/${id}/contacts`, { email: 'ana@correo.example' })
  const { db, clock: now } = server.service
  clock.advance(7 * dayMs - 1000)
  const context = { db, reader: db, signal: new AbortController().signal }
  await purgeExpired(context, defaultRetention, now.now())
  expect(await waiting()).toBe(1)
  clock.advance(2000)
  await purgeExpired(context, defaultRetention, now.now())
  expect(await waiting()).toBe(0)
})

test('accounts take turns: a thousand opt-in mails of one do not delay another’s', async () => {
  const { server, api, newList } = await start({ workers: false })
  const first = await newList()
  const contacts = Array.from({ length: 1000 }, (_, n) => ({ email: `p${n}@correo.example` }))
  await api('POST', `/lists/${first.id}/contacts`, { contacts })
  const other = await server.other()
  await addSender({ ...server, accountId: other.id }, 'hola@other.example')
  const second = await newList(other)
  await other.api('POST', `/lists/${second.id}/contacts`, { email: 'eva@correo.example' })
  const claim = serviceMail(server.service, 1)
  const claimed = await claim(30, 'claim')
  expect(claimed.map(({ account }) => account).indexOf(other.id)).toBeLessThanOrEqual(10)
  expect(claimed).toHaveLength(30)
  await server.service.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', server.accountId)
    .execute()
  expect(await claim(30, 'claim')).toEqual([])
})
