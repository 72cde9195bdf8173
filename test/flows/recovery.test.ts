import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Clock } from '../../src/core/clock.ts'
import { Failure } from '../../src/core/failure.ts'
import { claimRecipients } from '../../src/service/delivery/claim-store.ts'
import { createDispatcher } from '../../src/service/delivery/dispatcher.ts'
import { createForgottenClaims } from '../../src/service/delivery/forgotten-claims.ts'
import { createThrottle } from '../../src/service/delivery/pacing/throttle.ts'
import type { QueuedMessage } from '../../src/service/delivery/queued-message.ts'
import { recoverMessages } from '../../src/service/delivery/recover-store.ts'
import { applyDeliveryResults } from '../../src/service/delivery/results/apply-delivery-results.ts'
import {
  markSubmitting,
  releaseMessages,
} from '../../src/service/delivery/results/message-state-store.ts'
import { CampaignHeld } from '../../src/service/delivery/template-health.ts'
import { createLog } from '../../src/service/log.ts'
import { createAccountInbox } from '../../src/service/sandbox/account-inbox.ts'
import { createPool } from '../../src/service/smtp/pool.ts'
import { startWorkers } from '../../src/service/workers.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { countState as countStateIn, queueWaiting } from '../support/database/queue.ts'
import { logLines } from '../support/log-lines.ts'
import { startScriptedRelay } from '../support/mail/scripted-relay.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  // A relay that is silent must not hold up the service.
  await Promise.all(ends.splice(0).map((end) => end()))
})

async function start(options: StartOptions) {
  server = await startService({ workers: true, ...options })
  ends.push(server.close)
  await addSender(server)
}

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `p${index}@correo.example`)

async function send(addresses: readonly string[]): Promise<number> {
  const list = await addList(server, [...addresses])
  return (await server.api('POST', '/campaigns', campaignOf(list))).body.id
}

const countState = (state: string) => countStateIn(server.service.db, state)

/** A relay that holds its replies to messages until the test gives them. */
async function startHoldingRelay() {
  const held: ((reply: string) => void)[] = []
  const relay = await startScriptedRelay({
    reply: () => new Promise<string>((resolve) => held.push(resolve)),
  })
  ends.push(relay.stop)
  return {
    url: relay.url,
    held,
    answer(reply: string) {
      for (const resolve of held.splice(0)) resolve(reply)
    },
  }
}

const minuteMs = 60_000

/** Runs the workers of another process on the same database until they have looked around once. */
async function runOtherProcess(clock: Clock): Promise<void> {
  const { service } = server
  const settings = { ...service.settings, smtpUrl: 'smtp://127.0.0.1:9' }
  const other = startWorkers({ ...service, clock, settings, processId: 'other' })
  const { db } = service
  const isThere = async () =>
    (await db.selectFrom('processes').select('id').where('id', '=', 'other').execute()).length > 0
  await waitFor(isThere)
  await other.stop()
}

/** The process of the server cannot reach the database, as far as the others know. */
const cutOff = () =>
  server.service.db
    .updateTable('processes')
    .set({ alive_until: 0 })
    .where('id', '=', server.service.processId)
    .execute()

onPostgres('a process whose clock is ahead takes nothing from the others', async () => {
  const clock = testClock()
  const relay = await startHoldingRelay()
  await start({ clock, settings: { smtpUrl: relay.url } })
  const id = await send(people(3))
  await waitFor(() => relay.held.length === 3)
  await runOtherProcess(testClock(clock.now() + 31 * minuteMs))
  expect(await countState('submitting')).toBe(3)
  relay.answer('451 4.7.1 Greylisted')
  await waitFor(async () => (await countState('deferred')) === 3)
  // Step by step: a process that misses its heartbeat for minutes is taken for dead, and waits for the next step.
  await waitFor(async () => {
    clock.advance(minuteMs / 4)
    await sleep(50)
    return relay.held.length === 3
  })
  relay.answer('250 2.0.0 Ok')
  expect(await untilStatus(server, id, 'sent')).toMatchObject({ sent: 3, failed: 0 })
})

onPostgres('a dead process’s claimed messages are due, its submitted ones uncertain', async () => {
  const relay = await startHoldingRelay()
  await start({ settings: { smtpUrl: relay.url, smtpConnections: 2 } })
  await send(people(20))
  await waitFor(() => relay.held.length === 2)
  const inFlight = await countState('submitting')
  await cutOff()
  await runOtherProcess(server.service.clock)
  expect(await countState('uncertain')).toBe(inFlight)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from recipient_queue where claim like ${`${server.service.processId}.%`}
  `.execute(server.service.db)
  expect(rows).toEqual([{ count: 0 }])
})

onPostgres(
  'a late temporary refusal is retried, and fails only if the campaign has ended',
  async () => {
    const clock = testClock()
    const relay = await startHoldingRelay()
    await start({ clock, settings: { smtpUrl: relay.url } })
    const paused = await send(people(1))
    await waitFor(() => relay.held.length === 1)
    await server.api('PUT', `/campaigns/${paused}/pause`)
    const ended = await send(['otra@correo.example'])
    await waitFor(() => relay.held.length === 2)
    await cutOff()
    await runOtherProcess(clock)
    expect(await countState('uncertain')).toBe(2)
    clock.advance(1000)
    await untilStatus(server, ended, 'sent')
    relay.answer('451 4.7.1 Greylisted')
    await waitFor(async () => (await countState('uncertain')) === 0)
    const statsOf = async (id: number) => (await server.api('GET', `/campaigns/${id}/stats`)).body
    expect(await statsOf(paused)).toMatchObject({ deferred: 1, failed: 0, uncertain: 0 })
    expect(await statsOf(ended)).toMatchObject({ deferred: 0, failed: 1, uncertain: 0 })
  },
)

test('what was claimed when the database failed is sent as soon as it works again', async () => {
  const relay = await startSink({ answerMs: 2 })
  ends.push(relay.stop)
  await start({ settings: { smtpUrl: relay.url } })
  const id = await send(people(600))
  await waitFor(() => relay.messages().length > 10)
  const { db } = server.service
  // Recipients can still be claimed, and their contacts cannot be read.
  await sql`alter table suppressions rename to hidden`.execute(db)
  await waitFor(
    async () => (await countState('submitting')) === 0 && (await countState('claimed')) > 0,
  )
  await sql`alter table hidden rename to suppressions`.execute(db)
  expect(await untilStatus(server, id, 'sent')).toMatchObject({ sent: 600, uncertain: 0 })
  expect(new Set(relay.messages().flatMap(({ to }) => to)).size).toBe(600)
  expect(relay.messages()).toHaveLength(600)
})

/** Claims the recipients of a campaign of `count` people for a process that the test plays. */
async function claimAll(count: number): Promise<{ campaign: number; messages: QueuedMessage[] }> {
  await start({ workers: false })
  const campaign = await send(people(count))
  const { db } = server.service
  await db.updateTable('campaigns').set({ status: 'sending' }).where('id', '=', campaign).execute()
  await sql`
    insert into recipients
      (account_id, campaign_id, address_key, visit, contact_id, state, attempts)
    select account_id, ${campaign}, email_key, 0, id, 'pending', 0 from contacts
  `.execute(db)
  await queueWaiting(db)
  const claim = 'process.claim'
  const { accountId: account } = server
  const rows = await claimRecipients(db, campaign, { claim, now: 1, limit: count })
  const messages = rows.map(
    (id): QueuedMessage => ({
      ...{ table: 'recipients', id, claim, attempts: 0, account, domain: '' },
      compose: () => Promise.reject(new Error('not composed')),
    }),
  )
  return { campaign, messages }
}

test('a message whose mark was written, but not confirmed, is sent or given back', async () => {
  const { messages } = await claimAll(2)
  const { db } = server.service
  for (let time = 0; time < 2; time++) expect((await markSubmitting(db, messages)).size).toBe(2)
  await releaseMessages(db, messages)
  expect(await countState('pending')).toBe(2)
})

/** A dispatcher without workers around it, which stops when it has nothing left to do. */
function createBareDispatcher({
  log = server.service.log,
  url = 'smtp://127.0.0.1:9',
  onRelayChange = (_: unknown) => {},
} = {}) {
  const { service } = server
  const dispatcher = createDispatcher({
    ...service,
    log,
    pool: createPool({ url, connections: 1, clientName: 'localhost' }),
    keep: createAccountInbox(service),
    throttle: createThrottle(service.settings.rates, service.clock),
    connections: 1,
    onCapacity: () => {},
    onResults: () => {},
    onIdle: () => dispatcher.stop(),
    onRelayChange,
  })
  return dispatcher
}

test('a message is made once, and not before its turn is written', async () => {
  const { messages } = await claimAll(1)
  const { db, log } = server.service
  const { url, stop } = await startSink()
  ends.push(stop)
  let made = 0
  let failures = 0
  const dispatcher = createBareDispatcher({ log: { ...log, error: () => failures++ }, url })
  dispatcher.add(
    messages.map((message) => ({
      ...message,
      compose() {
        made++
        throw new Failure('broken_off')
      },
    })),
  )
  await sql`alter table suppressions rename to hidden`.execute(db)
  const running = dispatcher.run()
  await waitFor(() => failures === 2)
  expect(made).toBe(0)
  await sql`alter table hidden rename to suppressions`.execute(db)
  await running
  expect(made).toBe(1)
  expect(await countState('failed')).toBe(1)
})

test('a message that cannot be made says nothing about the relay', async () => {
  const { messages } = await claimAll(1)
  const { url, stop } = await startSink()
  ends.push(stop)
  const changes: unknown[] = []
  const dispatcher = createBareDispatcher({
    url,
    onRelayChange: (trouble) => changes.push(trouble),
  })
  dispatcher.add(
    messages.map((message) => ({
      ...message,
      compose() {
        throw new CampaignHeld()
      },
    })),
  )
  await dispatcher.run()
  expect(await countState('pending')).toBe(1)
  expect(changes).toEqual([])
})

test.each([
  ['pending', 'sending', null],
  ['failed', 'sent', 1],
] as const)(
  'a message that others took for lost, and that was not sent, is %s in a campaign that is %s',
  async (state, status, ended_at) => {
    const { campaign, messages } = await claimAll(2)
    const { db } = server.service
    await markSubmitting(db, messages)
    await recoverMessages(db, 'other')
    expect(await countState('uncertain')).toBe(2)
    await db.updateTable('campaigns').set({ status, ended_at }).where('id', '=', campaign).execute()
    const dispatcher = createBareDispatcher()
    dispatcher.add(messages)
    await dispatcher.run()
    expect(await countState(state)).toBe(2)
  },
)

test('a message that was released and claimed again is sent once, though its old claim is held too', async () => {
  const { campaign, messages } = await claimAll(2)
  const { db } = server.service
  const sink = await startSink()
  ends.push(sink.stop)
  await recoverMessages(db, 'other')
  const claim = 'process.again'
  const ids = await claimRecipients(db, campaign, { claim, now: 1, limit: 2 })
  expect(ids).toHaveLength(2)
  const compose = () => ({ from: 'a@x.example', to: 'b@x.example', raw: Buffer.from('Hi') })
  const held = [...messages, ...messages.map((message) => ({ ...message, claim }))]
  const dispatcher = createBareDispatcher({ url: sink.url })
  dispatcher.add(held.map((message) => ({ ...message, compose })))
  await dispatcher.run()
  expect(sink.messages()).toHaveLength(2)
  expect(await countState('sent')).toBe(2)
})

test('messages of which a living process knows nothing after an outage are released, or uncertain', async () => {
  const { messages } = await claimAll(4)
  const { db, metrics } = server.service
  const clock = testClock()
  const { log, lines } = logLines()
  const [held, submitted, ...others] = messages
  if (!held || !submitted) throw new Error('four messages are claimed')
  await markSubmitting(db, [held, submitted])
  const claims = createForgottenClaims(
    { db, clock, metrics, log: createLog(log, clock), processId: 'process' },
    { holds: (_, id) => id === held.id },
    () => {},
  )
  expect(await claims.look()).toBe(false)
  claims.suspect()
  expect(await claims.look()).toBe(false)
  clock.advance(minuteMs - 1)
  claims.suspect()
  expect(await claims.look()).toBe(false)
  clock.advance(1)
  expect(await claims.look()).toBe(true)
  expect(await countState('submitting')).toBe(1)
  expect(await countState('pending')).toBe(others.length)
  expect(await countState('uncertain')).toBe(1)
  expect(lines).toEqual([expect.objectContaining({ released: others.length, uncertain: 1 })])
  clock.advance(minuteMs)
  expect(await claims.look()).toBe(false)
})

test('a result counts although the database has lost the mark of its message', async () => {
  const { messages } = await claimAll(1)
  const sent = { state: 'sent', attempts: 1, nextAt: 0, response: '250 ok', sentAt: 1 } as const
  const results = messages.map((message) => ({ message, result: sent }))
  const { db } = server.service
  await db.transaction().execute((tx) => applyDeliveryResults(tx, results, 1))
  expect(await countState('sent')).toBe(1)
})
