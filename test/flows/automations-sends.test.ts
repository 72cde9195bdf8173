import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepCancelled } from '../../src/service/delivery/cancelled-store.ts'
import { startWorkers, type Workers } from '../../src/service/workers.ts'
import { createTime, handedOver, inLine, startAutomation } from '../support/automations.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { addList, addSender } from '../support/mailing.ts'
import { startService, type TestService } from '../support/service.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
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
    inLine({ type: 'list_joined', list_id: list }, [
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

/** Each has a message of its own in the month's sends, and none is with the relay yet. */
async function handOver(...people: string[]): Promise<void> {
  for (const email of people) {
    expect((await server.api('POST', `/lists/${list}/contacts`, { email })).status).toBe(200)
  }
  await createTime(server, clock).settle()
  expect(await handedOver(server)).toHaveLength(people.length)
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

/** Lets delivery work until all these have ended so. */
async function deliver(ended: readonly string[]): Promise<void> {
  workers = startWorkers(server.service)
  await waitFor(async () => {
    workers?.wake()
    clock.advance(1000)
    return (await states()).join() === ended.join()
  })
}

test('who left after the message was handed over, and whom the relay refuses, cost no send', async () => {
  await handOver('ana@correo.example', 'eva@correo.example', 'refused@correo.example')
  await server.api('DELETE', `/lists/${list}/contacts/eva@correo.example`)
  await deliver(['sent', 'cancelled', 'failed'])
  expect(await used()).toBe(1)
  expect(sink.messages()).toHaveLength(1)
})

test('an automation that is deleted gives back what it had not sent, and once', async () => {
  await handOver('ana@correo.example', 'eva@correo.example')
  const { db } = server.service
  const sent = { state: 'sent', sent_at: clock.now() }
  await db.updateTable('recipients').set(sent).where('address_key', 'like', 'ana%').execute()
  expect((await server.api('DELETE', `/automations/${automation}?force=1`)).status).toBe(200)
  for (const _ of [1, 2]) {
    await sweepCancelled(server.service)
    expect([await states(), await used()]).toEqual([['sent', 'cancelled'], 1])
  }
})

test('what was taken from another month is not given back to this one', async () => {
  await handOver('ana@correo.example')
  const { db } = server.service
  clock.advance(31 * dayMs)
  const resetAt = clock.now() + 30 * dayMs
  await db.updateTable('accounts').set({ sends_used: 5, sends_reset_at: resetAt }).execute()
  const { id } = await db.selectFrom('campaigns').select('id').executeTakeFirstOrThrow()
  await db.updateTable('campaigns').set({ status: 'cancelled' }).where('id', '=', id).execute()
  await sweepCancelled(server.service)
  expect(await states()).toEqual(['cancelled'])
  const { sends_used } = await db
    .selectFrom('accounts')
    .select('sends_used')
    .executeTakeFirstOrThrow()
  expect(sends_used).toBe(5)
})
