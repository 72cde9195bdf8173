import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTimeline, linearGraph, startAutomation } from '../support/automations/automations.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

let clock: TestClock
let server: TestService
let list: number
beforeEach(async () => {
  clock = testClock()
  server = await startService({ clock })
  list = await addList(server, ['old0@correo.example', 'old1@correo.example'])
})
afterEach(() => server.close())

const newcomers = Array.from({ length: 20 }, (_, index) => `new${index}@correo.example`)

const startWelcome = () =>
  startAutomation(server.api, {
    ...linearGraph({ type: 'list_joined', list_id: list, existing: true }, [
      { id: 'hola', type: 'add_tag', config: { tag: 'welcome' } },
    ]),
    settings: { reentry: 'always' },
  })

const join = async (email: string, to = list) =>
  expect((await server.api('POST', `/lists/${to}/contacts`, { email })).status).toBe(200)

const run = () => createTimeline(server, clock).runDueSteps()

/** Returns how often each contact entered the automation. */
async function countEntries(): Promise<Record<string, number>> {
  const rows = await server.service.db
    .selectFrom('automation_runs')
    .innerJoin('contacts', 'contacts.id', 'automation_runs.contact_id')
    .select(({ fn }) => ['email', fn.countAll<number>().as('entries')])
    .groupBy('email')
    .execute()
  return Object.fromEntries(rows.map(({ email, entries }) => [email, entries]))
}

const once = (...emails: string[]) => Object.fromEntries(emails.map((email) => [email, 1]))
const everyone = once('old0@correo.example', 'old1@correo.example', ...newcomers)

test('contacts that join while the existing ones enter are welcomed once', async () => {
  await startWelcome()
  clock.advance(1)
  for (const email of newcomers) await join(email)
  await run()
  expect(await countEntries()).toEqual(everyone)
})

test('so are those that join in the millisecond of the activation', async () => {
  await startWelcome()
  for (const email of newcomers) await join(email)
  await run()
  expect(await countEntries()).toEqual(everyone)
})

test('so are those that were moved to the list or confirmed meanwhile', async () => {
  const other = await addList(server, newcomers)
  const later = 'later@correo.example'
  await join(later)
  const { db } = server.service
  const waiting = db.updateTable('contacts').where('email', '=', later)
  await waiting.set({ status: 'unconfirmed' }).execute()
  await startWelcome()
  clock.advance(1)
  const moved = await server.api('POST', `/lists/${other}/contacts/bulk`, {
    action: 'move',
    to_list_id: list,
    contacts: newcomers,
  })
  expect([moved.status, moved.body.done]).toEqual([200, newcomers.length])
  await server.api('PUT', `/lists/${list}/contacts/${later}`, { status: 'active' })
  await run()
  expect(await countEntries()).toEqual({ ...everyone, ...once(later) })
})

test('a pause between does not welcome them again', async () => {
  const automation = await startWelcome()
  clock.advance(1)
  for (const email of newcomers) await join(email)
  const { db } = server.service
  const atOnce = db.updateTable('automations').set({ existing_after: 0 })
  await run()
  // The walk is back at its start, as if it had been interrupted there.
  await atOnce.where('id', '=', automation).execute()
  await server.api('PUT', `/automations/${automation}/deactivate`, { mode: 'pause' })
  clock.advance(1)
  await server.api('PUT', `/automations/${automation}/activate`)
  await run()
  expect(await countEntries()).toEqual(everyone)
})
