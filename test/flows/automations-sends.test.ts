import { afterEach, beforeEach, expect, test } from 'vitest'
import { finishCancelledCampaigns } from '../../src/service/delivery/finish-cancelled.ts'
import { startWorkers, type Workers } from '../../src/service/workers.ts'
import {
  createTimeline,
  linearGraph,
  startAutomation,
  submittedMessages,
} from '../support/automations/automations.ts'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000

let clock: TestClock
let sink: Sink
let server: TestService
let workers: Workers | undefined
let list: number
let automation: number

beforeEach(async () => {
  clock = testClock()
  sink = await startSink({ refuse: '^refused@' })
  server = await startService({ clock, settings: { smtpUrl: sink.url } })
  await addSender(server)
  list = await addList(server, [])
  automation = await startAutomation(
    server.api,
    linearGraph({ type: 'list_joined', list_id: list }, [
      {
        id: 'hola',
        type: 'send',
        config: { asunto: 'Hola', from_mail: 'hola@tienda.example', html: '<p>Hola</p>' },
      },
    ]),
  )
  clock.advance(1000)
})
afterEach(async () => {
  await workers?.stop()
  workers = undefined
  await server.close()
  await sink.stop()
})

const used = async (): Promise<number> =>
  (await server.api('GET', `/users/${server.accountId}/quota`)).body.used

/** Lets an automation submit a message for each person. No message is sent yet. */
async function submitMessages(...people: string[]): Promise<void> {
  for (const email of people) {
    expect((await server.api('POST', `/lists/${list}/contacts`, { email })).status).toBe(200)
  }
  await createTimeline(server, clock).runDueSteps()
  expect(await submittedMessages(server)).toHaveLength(people.length)
  expect(await used()).toBe(people.length)
}

const states = async () => {
  const rows = await server.service.db
    .selectFrom('recipients')
    .select('state')
    .orderBy('address_key')
    .execute()
  return rows.map(({ state }) => state)
}

/** Runs the workers until the messages have these states. */
async function deliver(ended: readonly string[]): Promise<void> {
  workers = startWorkers(server.service)
  await waitFor(async () => {
    workers?.wake()
    clock.advance(1000)
    return (await states()).join() === ended.join()
  })
}

test('an unsubscribe after submission and a refusal by the relay cost no send', async () => {
  await submitMessages('ana@correo.example', 'eva@correo.example', 'refused@correo.example')
  await server.api('DELETE', `/lists/${list}/contacts/eva@correo.example`)
  await deliver(['sent', 'cancelled', 'failed'])
  expect(await used()).toBe(1)
  expect(sink.messages()).toHaveLength(1)
})

test('deleting an automation returns its unsent quota, once', async () => {
  await submitMessages('ana@correo.example', 'eva@correo.example')
  const { db } = server.service
  const sent = { state: 'sent', sent_at: clock.now() }
  await db.updateTable('recipients').set(sent).where('address_key', 'like', 'ana%').execute()
  expect((await server.api('DELETE', `/automations/${automation}?force=1`)).status).toBe(200)
  for (const _ of [1, 2]) {
    await finishCancelledCampaigns(server.service)
    expect([await states(), await used()]).toEqual([['sent', 'cancelled'], 1])
  }
})

test('quota of another month is not returned to this one', async () => {
  await submitMessages('ana@correo.example')
  const { db } = server.service
  clock.advance(31 * dayMs)
  const resetAt = clock.now() + 30 * dayMs
  await db.updateTable('accounts').set({ sends_used: 5, sends_reset_at: resetAt }).execute()
  const { id } = await db.selectFrom('campaigns').select('id').executeTakeFirstOrThrow()
  await db.updateTable('campaigns').set({ status: 'cancelled' }).where('id', '=', id).execute()
  await finishCancelledCampaigns(server.service)
  expect(await states()).toEqual(['cancelled'])
  const { sends_used } = await db
    .selectFrom('accounts')
    .select('sends_used')
    .executeTakeFirstOrThrow()
  expect(sends_used).toBe(5)
})

test('contacts wait in front of a message whose template has been paused, until the automation is activated', async () => {
  const { db } = server.service
  await db.updateTable('campaigns').set({ status: 'paused', reason: 'template' }).execute()
  expect(
    (await server.api('POST', `/lists/${list}/contacts`, { email: 'ana@correo.example' })).status,
  ).toBe(200)
  const timeline = createTimeline(server, clock)
  await timeline.advanceTo(clock.now() + 30 * 60_000)
  const heldFor = async () => (await server.api('GET', `/automations/${automation}`)).body.held_for
  expect([await submittedMessages(server), await used(), await heldFor()]).toEqual([
    [],
    0,
    'template',
  ])
  expect((await server.api('PUT', `/automations/${automation}/activate`)).status).toBe(200)
  await timeline.advanceTo(clock.now() + 10 * 60_000)
  expect(await submittedMessages(server)).toHaveLength(1)
  expect(await heldFor()).toBeNull()
})
