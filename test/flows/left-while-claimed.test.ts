import { afterEach, expect, test } from 'vitest'
import { linearGraph, startAutomation } from '../support/automations/automations.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { recipientStates } from '../support/database/queue.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let clock: TestClock
let sink: Sink
let server: TestService
afterEach(async () => {
  await server.close()
  await sink.stop()
})

/** The relay takes two messages a second. Four go out before the clock moves. */
async function startSlowly(): Promise<void> {
  clock = testClock()
  sink = await startSink()
  const settings = { smtpUrl: sink.url, rates: { relay: 2 } }
  server = await startService({ workers: true, clock, settings })
  await addSender(server)
}

const people = Array.from({ length: 20 }, (_, index) => `p${index}@correo.example`)
const mailed = () => sink.messages().map(({ to }) => to[0] ?? '')

const selectStates = async (): Promise<Record<string, string>> => {
  const rows = await recipientStates(server.service.db)
  return Object.fromEntries(rows.map(({ address_key, state }) => [address_key, state]))
}

/** Waits until everyone is claimed by this process and the relay's rate holds the rest back. */
async function untilClaimed(): Promise<void> {
  await waitFor(async () => {
    server.service.wake()
    const states = Object.values(await selectStates())
    const waiting = states.filter((state) => state === 'claimed').length
    return mailed().length === 4 && waiting === people.length - 4
  })
}

/** Contacts leave in every way while their messages wait. Returns their addresses. */
async function leave(list: number): Promise<string[]> {
  const waiting = people.filter((email) => !mailed().includes(email))
  const [left = '', removed = '', erased = '', suppressed = '', moved = '', blocked = ''] = waiting
  const path = (email: string) => `/lists/${list}/contacts/${email}`
  const answers = [
    await server.api('PUT', path(left), { status: 'unsubscribed' }),
    await server.api('DELETE', path(removed)),
    await server.api('DELETE', `${path(erased)}?erase=1`),
    await server.api('PUT', path(moved), { email: 'other@correo.example' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { db } = server.service
  for (const [email_key, list_id] of [
    [suppressed, list],
    [blocked, 0],
  ] as const) {
    const row = { account_id: server.accountId, email_key, email: email_key, list_id }
    await db
      .insertInto('suppressions')
      .values({ ...row, type: 'manual', reason: '', campaign_id: null, created_at: clock.now() })
      .execute()
  }
  return [left, removed, erased, suppressed, moved, blocked]
}

/** Lets the clock run until no message waits. */
async function untilDelivered(): Promise<void> {
  await waitFor(async () => {
    clock.advance(1000)
    server.service.wake()
    const states = Object.values(await selectStates())
    return states.every((state) => ['sent', 'cancelled'].includes(state))
  })
}

const used = async () => (await server.api('GET', `/users/${server.accountId}/quota`)).body.used

test('a contact that leaves while its message waits in memory is not mailed', async () => {
  await startSlowly()
  const list = await addList(server, people)
  const { body } = await server.api('POST', '/campaigns', campaignOf(list))
  await untilClaimed()
  const gone = await leave(list)
  await untilDelivered()
  expect(mailed().sort()).toEqual(people.filter((email) => !gone.includes(email)).sort())
  const stats = await untilStatus(server, body.id, 'sent')
  expect(stats).toMatchObject({ sent: people.length - gone.length })
  expect(await used()).toBe(people.length - gone.length)
})

test('the same holds for the message of an automation', async () => {
  await startSlowly()
  const list = await addList(server, people)
  await startAutomation(
    server.api,
    linearGraph({ type: 'list_joined', list_id: list, existing: true }, [
      {
        id: 'hola',
        type: 'send',
        config: { asunto: 'Hola', from_mail: 'hola@tienda.example', html: '<p>Hola</p>' },
      },
    ]),
  )
  await untilClaimed()
  const gone = await leave(list)
  await untilDelivered()
  expect(mailed().sort()).toEqual(people.filter((email) => !gone.includes(email)).sort())
  expect(await used()).toBe(people.length - gone.length)
})
