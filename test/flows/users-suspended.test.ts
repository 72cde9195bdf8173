import { afterEach, expect, test } from 'vitest'
import { createAutomations } from '../../src/service/automations/engine/run.ts'
import { claimRecipients, dueCampaigns } from '../../src/service/delivery/claim-store.ts'
import { submitLetters } from '../../src/service/delivery/ledger-store.ts'
import type { Letter } from '../../src/service/delivery/letter.ts'
import { startDue } from '../../src/service/delivery/schedule.ts'
import { inLine, startAutomation } from '../support/automations.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/mailing.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { addUser, type TestUser } from '../support/users.ts'

const hourMs = 3_600_000
const limits = { monthly_sends: 99, contacts_max: 99, ai_generations: 0, rate_per_hour: 9999 }

let clock: TestClock
let server: TestService
/** Below the top, and below that one. */
let reseller: TestUser
let user: TestUser
/** The service as the user has it. */
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

test('whoever stands below a suspended account gets no further than the guard, and goes on after it', async () => {
  await start()
  const leaf = await addUser(server, { parent: user.id, limits })
  const { body: token } = await user.api('POST', `/users/${leaf.id}/impersonate`)
  expect(await setStatus(reseller.id, 'suspended')).toBe('suspended')
  for (const held of [reseller, user, leaf]) {
    expect(codeOf(await held.api('GET', '/lists'))).toEqual([403, 'suspended'])
    expect(await statusOf(held.id)).toBe('suspended')
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

test('who was suspended by itself stays so, and who is freed below a suspended one is held by that', async () => {
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

test('whoever is handed over from a suspended account to an active one is free', async () => {
  await start()
  const other = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
  const below = await addUser(server, { parent: reseller.id, limits })
  await setStatus(user.id, 'suspended')
  await setStatus(reseller.id, 'suspended')
  expect(await statusOf(below.id)).toBe('suspended')
  const path = `/users/${reseller.id}?transfer_to=${other.id}`
  expect((await server.api('DELETE', path)).status).toBe(200)
  expect([await statusOf(below.id), await statusOf(user.id)]).toEqual(['active', 'suspended'])
})

test('what an account below has on its way waits, and goes on by itself afterwards', async () => {
  const sink: Sink = await startSink()
  await start({ workers: true, settings: { smtpUrl: sink.url } })
  await setStatus(reseller.id, 'active')
  const list = await addList(theirs, ['ana@correo.example'])
  const { db } = server.service
  const scheduled_at = new Date(clock.now() + hourMs).toISOString()
  const { body } = await user.api('POST', '/campaigns', campaignOf(list, { scheduled_at }))
  await setStatus(reseller.id, 'suspended')
  clock.advance(hourMs + 1000)
  await startDue(server.service)
  const row = () =>
    db.selectFrom('campaigns').select(['status', 'reason']).where('id', '=', body.id).execute()
  expect(await row()).toEqual([{ status: 'scheduled', reason: null }])
  await setStatus(reseller.id, 'active')
  await untilStatus(theirs, body.id, 'sent')
  expect(sink.messages()).toHaveLength(1)
  await sink.stop()
})

test('messages that are due are not claimed, and claimed ones not sent, while an account above is suspended', async () => {
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
      ...{ contact_id: 1, state: 'pending', lease_until: 0, attempts: 0, next_at: now },
    })
    .execute()
  const claim = () => claimRecipients(db, body.id, { now, limit: 9 })
  await setStatus(reseller.id, 'suspended')
  expect([await dueCampaigns(db, now), (await claim()).rows]).toEqual([[], []])
  await setStatus(reseller.id, 'active')
  expect(await dueCampaigns(db, now)).toHaveLength(1)
  const { rows, claim: claimed } = await claim()
  const letters = rows.map(({ id, attempts }): Letter => {
    const place = { ledger: 'recipients', id, claim: claimed, attempts } as const
    return { ...place, account: user.id, domain: '', compose: () => Promise.reject() }
  })
  const submitted = async () => (await submitLetters(db, letters, now)).size
  await setStatus(reseller.id, 'suspended')
  expect(await submitted()).toBe(0)
  await setStatus(reseller.id, 'active')
  expect(await submitted()).toBe(1)
})

test.each([
  ['itself', () => user.id],
  ['above', () => reseller.id],
])(
  'nobody enters the automations of a suspended account, or moves in them: suspended %s',
  async (_, whom) => {
    await start()
    const list = await addList(theirs, [])
    const automation = await startAutomation(
      user.api,
      inLine({ type: 'list_joined', list_id: list }, [
        { id: 'etiqueta', type: 'add_tag', config: { tag: 'nuevo' } },
      ]),
    )
    clock.advance(1000)
    const turn = createAutomations(server.service)
    const join = (email: string) => user.api('POST', `/lists/${list}/contacts`, { email })
    const figures = async () => {
      while (await turn());
      const { body } = await user.api('GET', `/automations/${automation}/stats`)
      return [body.entered, body.completed]
    }
    await join('antes@correo.example')
    await setStatus(whom(), 'suspended')
    while (await turn());
    const { db } = server.service
    expect(await db.selectFrom('automation_runs').select('id').execute()).toEqual([])
    await setStatus(whom(), 'active')
    expect(await figures()).toEqual([0, 0])
    await join('inside@correo.example')
    expect(await figures()).toEqual([1, 1])
    const tagged = await db.selectFrom('contact_tags').select('tag').execute()
    expect(tagged).toEqual([{ tag: 'nuevo' }])
  },
)

test('an account that was on its way in an automation stands still while it is suspended', async () => {
  await start()
  const list = await addList(theirs, [])
  await startAutomation(
    user.api,
    inLine({ type: 'list_joined', list_id: list }, [
      { id: 'pausa', type: 'delay', config: { period: '1h' } },
    ]),
  )
  clock.advance(1000)
  const turn = createAutomations(server.service)
  await user.api('POST', `/lists/${list}/contacts`, { email: 'ana@correo.example' })
  while (await turn());
  const states = async () => {
    while (await turn());
    const rows = await server.service.db.selectFrom('automation_runs').select('state').execute()
    return rows.map(({ state }) => state)
  }
  await setStatus(reseller.id, 'suspended')
  clock.advance(2 * hourMs)
  expect(await states()).toEqual(['waiting'])
  await setStatus(reseller.id, 'active')
  expect(await states()).toEqual(['ended'])
})
