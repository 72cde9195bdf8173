import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { addUser, callAs, type TestUser } from '../support/users.ts'

let sink: Sink
let server: TestService
let clock: TestClock
beforeAll(async () => {
  sink = await startSink({ refuse: '^refused@' })
  clock = testClock()
  server = await startService({ clock, workers: true, settings: { smtpUrl: sink.url } })
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

const codeOf = ({ status, body }: Answer<unknown>) => [status, body.code]

const limits = { monthly_sends: 10, contacts_max: 99, ai_generations: 0, rate_per_hour: 9999 }
const people = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}@correo.example`)

/** The user who sends, with a limit of ten sends a month. */
let user: TestUser
let theirs: TestService
beforeEach(async () => {
  user = await addUser(server, { parent: server.accountId, limits })
  theirs = { ...server, accountId: user.id, api: user.api }
  await addSender(theirs)
})

const quota = async () => (await user.api('GET', `/users/${user.id}/quota`)).body

const newDraft = async (list: number): Promise<number> =>
  (await user.api('POST', '/campaigns', campaignOf(list, { draft: true }))).body.id

const send = (id: number) => user.api('PUT', `/campaigns/${id}/send`)

const setLimit = (monthly_sends: number) =>
  server.api('PUT', `/users/${user.id}/quota`, { monthly_sends })

test('a send over the limit is refused in advance, with the remaining quota', async () => {
  const list = await addList(theirs, people(11))
  const refused = await user.api('POST', '/campaigns', campaignOf(list))
  expect(codeOf(refused)).toEqual([403, 'quota_exceeded'])
  expect(refused.body.values).toEqual({ left: 10, limit: 10 })
  expect((await user.api('GET', '/campaigns')).body).toEqual([])
  const draft = await newDraft(list)
  const { body: check } = await user.api('GET', `/campaigns/${draft}/check`)
  expect(check.ready).toBe(false)
  expect(check.items).toContainEqual(expect.objectContaining({ code: 'quota', level: 'error' }))
  expect(codeOf(await send(draft))).toEqual([403, 'quota_exceeded'])
  expect((await quota()).used).toBe(0)
})

test('a person on two lists counts once, and the count equals what is sent', async () => {
  const lists = [await addList(theirs, people(8)), await addList(theirs, people(10))]
  const { body } = await user.api('POST', '/campaigns', campaignOf(lists))
  await untilStatus(theirs, body.id, 'sent')
  expect((await quota()).used).toBe(10)
  const list = await addList(theirs, ['one@correo.example'])
  expect(codeOf(await user.api('POST', '/campaigns', campaignOf(list)))).toEqual([
    403,
    'quota_exceeded',
  ])
})

test('concurrent sends are accepted exactly up to the limit', async () => {
  const list = await addList(theirs, people(3))
  const drafts = await Promise.all(Array.from({ length: 8 }, () => newDraft(list)))
  const answers = await Promise.all(drafts.map(send))
  expect(answers.map(codeOf).sort()).toEqual([
    ...Array.from({ length: 3 }, () => [200, undefined]),
    ...Array.from({ length: 5 }, () => [403, 'quota_exceeded']),
  ])
  expect((await quota()).used).toBe(9)
})

test('a campaign reserves its sends before it starts and returns them when cancelled', async () => {
  const draft = await newDraft(await addList(theirs, people(7)))
  const expect_recipients = { min: 1, max: 2 }
  await user.api('PUT', `/campaigns/${draft}/send`, { expect_recipients })
  await untilStatus(theirs, draft, 'paused')
  expect((await quota()).used).toBe(7)
  await user.api('PUT', `/campaigns/${draft}/cancel`)
  await untilEnded(draft)
  expect((await quota()).used).toBe(0)
})

test('refused messages are returned to the quota', async () => {
  const list = await addList(theirs, [...people(2), 'refused@correo.example'])
  const { body } = await user.api('POST', '/campaigns', campaignOf(list))
  await untilStatus(theirs, body.id, 'sent')
  expect((await quota()).used).toBe(2)
})

test('a scheduled campaign reserves its sends at its time, or waits for a user', async () => {
  const list = await addList(theirs, people(6))
  const id = await scheduleFor(list, 60_000)
  expect((await quota()).used).toBe(0)
  await setLimit(5)
  clock.advance(61_000)
  await untilStatus(theirs, id, 'paused')
  expect((await user.api('GET', `/campaigns/${id}`)).body).toMatchObject({
    reason: 'quota',
    sent: 0,
  })
  await setLimit(6)
  await user.api('PUT', `/campaigns/${id}/resume`)
  await untilStatus(theirs, id, 'sent')
  expect((await quota()).used).toBe(6)
})

test('the month ends in the account’s time zone and resets the quota', async () => {
  await user.api('PUT', '/users/me', { timezone: 'America/Lima' })
  const list = await addList(theirs, people(9))
  const first = await newDraft(list)
  await send(first)
  await untilStatus(theirs, first, 'sent')
  const { used, resets_at } = await quota()
  expect([used, resets_at.slice(8)]).toEqual([9, '01T05:00:00.000Z'])
  const second = await newDraft(list)
  expect(codeOf(await send(second))).toEqual([403, 'quota_exceeded'])
  const after = await user.api('PUT', `/campaigns/${second}/schedule`, { scheduled_at: resets_at })
  expect(after.body).toEqual({ ok: true, status: 'scheduled' })
  clock.advance(Date.parse(resets_at) - clock.now())
  const login = { username: user.username, pass: server.pass }
  const { body } = await server.request('POST', '/v3/api/auth/getToken', login)
  user = { ...user, api: callAs(server, body.token) }
  theirs = { ...theirs, api: user.api }
  await untilStatus(theirs, second, 'sent')
  expect(await quota()).toMatchObject({ used: 9, resets_at: '2027-05-01T05:00:00.000Z' })
})

const scheduleFor = async (list: number, ms: number): Promise<number> => {
  const scheduled_at = new Date(clock.now() + ms).toISOString()
  const { body } = await user.api('POST', '/campaigns', campaignOf(list, { scheduled_at }))
  return body.id
}

async function untilEnded(id: number): Promise<void> {
  await untilStatus(theirs, id, 'cancelled')
  const { db } = server.service
  for (;;) {
    server.service.wake()
    const row = await db
      .selectFrom('campaigns')
      .select('ended_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.ended_at !== null) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
