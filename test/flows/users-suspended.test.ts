import { afterEach, expect, test } from 'vitest'
import { createAutomationRunner } from '../../src/service/automations/engine/run.ts'
import { claimRecipients, dueCampaigns } from '../../src/service/delivery/claim-store.ts'
import type { QueuedMessage } from '../../src/service/delivery/queued-message.ts'
import { markSubmitting } from '../../src/service/delivery/results/message-state-store.ts'
import { startScheduledCampaigns } from '../../src/service/delivery/start-scheduled.ts'
import { linearGraph, startAutomation } from '../support/automations/automations.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { queueWaiting } from '../support/database/queue.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { addUser, type TestUser } from '../support/users.ts'

const hourMs = 3_600_000
const limits = { monthly_sends: 99, contacts_max: 99, ai_generations: 0, rate_per_hour: 9999 }

let clock: TestClock
let server: TestService
/** `user` is below `reseller`, which is below the top account. */
let reseller: TestUser
let user: TestUser
/** The service with the user's account. */
let theirs: TestService

async function start(options: Parameters<typeof startService>[0] = {}): Promise<void> {
  clock = testClock()
  server = await startService({ clock, ...options })
  reseller = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
  user = await addUser(server, { parent: reseller.id, role: 'Reseller', limits })
  theirs = { ...server, accountId: user.id, api: user.api }
  await addSender(theirs)
}
afterEach(() => server.close())

const codeOf = ({ status, body }: Answer<unknown>) => [status, body.code]
const setStatus = async (id: number, status: string) =>
  (await server.api('PUT', `/users/${id}/status`, { status })).body.status
const statusOf = async (id: number) => (await server.api('GET', `/users/${id}`)).body.status

test('accounts below a suspended one are blocked by the guard and work again afterwards', async () => {
  await start()
  const leaf = await addUser(server, { parent: user.id, limits })
  const { body: token } = await user.api('POST', `/users/${leaf.id}/impersonate`)
  expect(await setStatus(reseller.id, 'suspended')).toBe('suspended')
  for (const account of [reseller, user, leaf]) {
    expect(codeOf(await account.api('GET', '/lists'))).toEqual([403, 'suspended'])
    expect(await statusOf(account.id)).toBe('suspended')
  }
  const login = { username: leaf.username, pass: server.pass }
  expect(codeOf(await server.request('POST', '/v3/api/auth/getToken', login))).toEqual([
    ...[403, 'suspended'],
  ])
  const acting = { authorization: `Bearer ${token.token}` }
  expect(codeOf(await server.api('GET', '/lists', undefined, acting))).toEqual([
    ...[401, 'token_revoked'],
  ])
  expect(await setStatus(reseller.id, 'active')).toBe('active')
  for (const free of [reseller, user, leaf]) {
    expect((await free.api('GET', '/lists')).status).toBe(200)
  }
})

test('an account suspended by itself stays so when its parent is reactivated, and the reverse', async () => {
  await start()
  const leaf = await addUser(server, { parent: user.id, limits })
  await setStatus(user.id, 'suspended')
  await setStatus(reseller.id, 'suspended')
  await setStatus(reseller.id, 'active')
  expect([await statusOf(user.id), await statusOf(leaf.id)]).toEqual(['suspended', 'suspended'])
  await setStatus(reseller.id, 'suspended')
  expect(await setStatus(user.id, 'active')).toBe('suspended')
  await setStatus(reseller.id, 'active')
  expect([await statusOf(user.id), await statusOf(leaf.id)]).toEqual(['active', 'active'])
})

test('an account moved from a suspended parent to an active one works again', async () => {
  await start()
  const otherReseller = await addUser(server, {
    parent: server.accountId,
    role: 'Reseller',
    limits,
  })
  const below = await addUser(server, { parent: reseller.id, limits })
  await setStatus(user.id, 'suspended')
  await setStatus(reseller.id, 'suspended')
  expect(await statusOf(below.id)).toBe('suspended')
  const path = `/users/${reseller.id}?transfer_to=${otherReseller.id}`
  expect((await server.api('DELETE', path)).status).toBe(200)
  expect([await statusOf(below.id), await statusOf(user.id)]).toEqual(['active', 'suspended'])
})

test('sends of accounts below wait and continue by themselves afterwards', async () => {
  const sink: Sink = await startSink()
  await start({ workers: true, settings: { smtpUrl: sink.url } })
  await setStatus(reseller.id, 'active')
  const list = await addList(theirs, ['ana@correo.example'])
  const { db } = server.service
  const scheduled_at = new Date(clock.now() + hourMs).toISOString()
  const { body } = await user.api('POST', '/campaigns', campaignOf(list, { scheduled_at }))
  await setStatus(reseller.id, 'suspended')
  clock.advance(hourMs + 1000)
  await startScheduledCampaigns(server.service)
  const row = () =>
    db.selectFrom('campaigns').select(['status', 'reason']).where('id', '=', body.id).execute()
  expect(await row()).toEqual([{ status: 'scheduled', reason: null }])
  await setStatus(reseller.id, 'active')
  await untilStatus(theirs, body.id, 'sent')
  expect(sink.messages()).toHaveLength(1)
  await sink.stop()
})

test('messages of accounts below a suspended one are not claimed, and claimed ones are not sent', async () => {
  await start()
  const list = await addList(theirs, ['ana@correo.example'])
  const { body } = await user.api('POST', '/campaigns', campaignOf(list))
  const { db } = server.service
  const now = clock.now()
  await db.updateTable('campaigns').set({ status: 'sending' }).where('id', '=', body.id).execute()
  await db
    .insertInto('recipients')
    .values({
      ...{ account_id: user.id, campaign_id: body.id, address_key: 'ana@correo.example', visit: 0 },
      ...{ contact_id: 1, state: 'pending', attempts: 0 },
    })
    .execute()
  await queueWaiting(db, now)
  const claimed = 'process.claim'
  const claim = () => claimRecipients(db, body.id, { claim: claimed, now, limit: 9 })
  await setStatus(reseller.id, 'suspended')
  expect([await dueCampaigns(db, now), await claim()]).toEqual([[], []])
  await setStatus(reseller.id, 'active')
  expect(await dueCampaigns(db, now)).toHaveLength(1)
  const rows = await claim()
  const messages = rows.map((id): QueuedMessage => {
    const reference = { table: 'recipients', id, claim: claimed, attempts: 0 } as const
    return { ...reference, account: user.id, domain: '', compose: () => Promise.reject() }
  })
  const submitted = async () => (await markSubmitting(db, messages)).size
  await setStatus(reseller.id, 'suspended')
  expect(await submitted()).toBe(0)
  await setStatus(reseller.id, 'active')
  expect(await submitted()).toBe(1)
})

test.each([
  ['itself', () => user.id],
  ['above', () => reseller.id],
])(
  'who enters an automation of a suspended account moves on afterwards: suspended %s',
  async (_, accountOf) => {
    await start()
    const list = await addList(theirs, [])
    const automation = await startAutomation(
      user.api,
      linearGraph({ type: 'list_joined', list_id: list }, [
        { id: 'etiqueta', type: 'add_tag', config: { tag: 'nuevo' } },
      ]),
    )
    clock.advance(1000)
    const runNext = createAutomationRunner(server.service)
    const join = (email: string) => user.api('POST', `/lists/${list}/contacts`, { email })
    const figures = async () => {
      while (await runNext());
      const { body } = await user.api('GET', `/automations/${automation}/stats`)
      return [body.entered, body.completed]
    }
    await join('antes@correo.example')
    await setStatus(accountOf(), 'suspended')
    while (await runNext());
    const { db } = server.service
    const runs = await db.selectFrom('automation_runs').select(['state', 'steps']).execute()
    expect(runs).toEqual([{ state: 'waiting', steps: 0 }])
    await setStatus(accountOf(), 'active')
    expect(await figures()).toEqual([1, 1])
    await join('inside@correo.example')
    expect(await figures()).toEqual([2, 2])
    const tagged = await db.selectFrom('contact_tags').select('tag').execute()
    expect(tagged).toEqual([{ tag: 'nuevo' }, { tag: 'nuevo' }])
  },
)

test('automations of a suspended account stand still', async () => {
  await start()
  const list = await addList(theirs, [])
  await startAutomation(
    user.api,
    linearGraph({ type: 'list_joined', list_id: list }, [
      { id: 'pausa', type: 'delay', config: { period: '1h' } },
    ]),
  )
  clock.advance(1000)
  const runNext = createAutomationRunner(server.service)
  await user.api('POST', `/lists/${list}/contacts`, { email: 'ana@correo.example' })
  while (await runNext());
  const states = async () => {
    while (await runNext());
    const rows = await server.service.db.selectFrom('automation_runs').select('state').execute()
    return rows.map(({ state }) => state)
  }
  await setStatus(reseller.id, 'suspended')
  clock.advance(2 * hourMs)
  expect(await states()).toEqual(['waiting'])
  await setStatus(reseller.id, 'active')
  expect(await states()).toEqual(['ended'])
})
