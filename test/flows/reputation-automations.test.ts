import { afterEach, beforeEach, expect, test } from 'vitest'
import { spansContaining } from '../../src/service/dashboard/rollup-spans.ts'
import { createAccountJudge } from '../../src/service/reputation/judge-account.ts'
import { startWorkers, type Workers } from '../../src/service/workers.ts'
import { linearGraph, startAutomation } from '../support/automations/automations.ts'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { logLines } from '../support/log-lines.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

let clock: TestClock
let sink: Sink
let server: TestService
let lines: Record<string, unknown>[]
let workers: Workers | undefined
beforeEach(async () => {
  clock = testClock()
  sink = await startSink({ refuse: 'gone.example' })
  const logged = logLines()
  lines = logged.lines
  server = await startService({ clock, log: logged.log, settings: { smtpUrl: sink.url } })
  await addSender(server)
})
afterEach(async () => {
  await workers?.stop()
  workers = undefined
  await server.close()
  await sink.stop()
})

let domains = 0
/** Adds results of earlier mail of the account, on the day of the clock. */
async function addResults(sent: number, bounced: number): Promise<void> {
  const day = clock.now() - (clock.now() % dayMs)
  const domain = `${++domains}.example`
  const figures = { sent, returned: 0, hard_bounces: bounced, soft_bounces: 0, complaints: 0 }
  await server.service.db
    .insertInto('domain_activity')
    .values(
      spansContaining(day).map((span) => ({
        ...{ account_id: server.accountId, domain, ...span },
        ...figures,
      })),
    )
    .execute()
}

const hello = (list: number) =>
  linearGraph({ type: 'list_joined', list_id: list }, [
    {
      id: 'hola',
      type: 'send',
      config: { asunto: 'Hola', from_mail: 'hola@tienda.example', html: '<p>Hola</p>' },
    },
  ])

const addContacts = async (list: number, people: readonly string[]) => {
  const contacts = people.map((email) => ({ email }))
  expect((await server.api('POST', `/lists/${list}/contacts`, { contacts })).status).toBe(200)
}

const numbered = (count: number, name: string, domain = 'correo.example') =>
  Array.from({ length: count }, (_, index) => `${name}${index}@${domain}`)

/** Lets time pass, a second each, until the condition holds. */
const passing = (condition: () => unknown) =>
  waitFor(async () => {
    workers?.wake()
    clock.advance(1000)
    return Boolean(await condition())
  })

const mailedTo = (start: string): string[] =>
  sink.messages().flatMap(({ to }) => to.filter((address) => address.startsWith(start)))

interface Held {
  held_for: string | null
}

const heldFor = async (id: number) => (await server.api('GET', `/automations/${id}`)).body.held_for

const waiting = async (): Promise<number> => {
  const { db } = server.service
  // First the runs: one that becomes a message meanwhile may count twice, and is not overlooked.
  const runs = await db
    .selectFrom('automation_runs')
    .select('id')
    .where('state', '=', 'waiting')
    .execute()
  const queued = await db.selectFrom('recipient_queue').select('id').execute()
  return queued.length + runs.length
}

test('automations of an account with many bounces stop, and go on once when they are activated', async () => {
  const list = await addList(server, [])
  const id = await startAutomation(server.api, hello(list))
  const other = await startAutomation(server.api, hello(await addList(server, [])), 'Otra')
  await addResults(900, 0)
  workers = startWorkers(server.service)
  await addContacts(list, [...numbered(100, 'a'), ...numbered(100, 'b', 'gone.example')])
  const { db } = server.service
  const bounces = () => db.selectFrom('bounces').select('recipient_id').execute()
  await passing(async () => (await waiting()) === 0 && (await bounces()).length === 100)
  expect([mailedTo('a').length, await heldFor(id)]).toEqual([100, null])

  clock.advance(minuteMs)
  await addContacts(list, numbered(30, 'later'))
  await passing(async () => (await heldFor(id)) === 'reputation')
  expect(lines).toContainEqual(
    expect.objectContaining({
      ...{ level: 'warn', event: 'reputation limit exceeded', of: 'account' },
      ...{ account: server.accountId, problem: 'bounces', tried: 1100, bounces: 100 },
    }),
  )
  await addContacts(list, numbered(30, 'last'))
  const notices = () => sink.messages().filter(({ to }) => to.includes('ana@example.org'))
  await passing(async () => notices().length === 1 && (await waiting()) === 60)
  expect([...mailedTo('later'), ...mailedTo('last')]).toEqual([])
  const { subject, text } = await parseMessage(notices()[0]?.raw ?? Buffer.alloc(0))
  expect(subject).toBe('The messages of your automations were paused')
  expect(text).toContain('Addresses that do not exist: 100.')
  const listed = (await server.api('GET', '/automations')).body.map(
    ({ held_for }: Held) => held_for,
  )
  expect(listed).toEqual(['reputation', 'reputation'])
  const cli = remite(server).with({ terminal: { columns: 120 }, env: { NO_COLOR: '1' } })
  expect((await cli('automations', 'get', String(id))).stdout).toMatch(
    /Messages paused.*too many bounces or complaints/,
  )

  const activate = (query = '') => server.api('PUT', `/automations/${id}/activate${query}`)
  expect((await activate('?dry_run=1')).status).toBe(200)
  expect(await heldFor(id)).toBe('reputation')
  expect((await activate()).body).toMatchObject({ ok: true, status: 'active', enter: 0 })
  expect([await heldFor(id), await heldFor(other)]).toEqual([null, 'reputation'])
  await passing(() => mailedTo('later').length === 30)
  // Contacts that wait in front of a message are looked at every ten minutes.
  clock.advance(10 * minuteMs)
  await passing(async () => mailedTo('last').length >= 30 && (await waiting()) === 0)
  expect(mailedTo('later').sort()).toEqual(numbered(30, 'later').sort())
  expect(mailedTo('last').sort()).toEqual(numbered(30, 'last').sort())

  // The same bounces do not stop it again, and new ones do.
  clock.advance(2 * minuteMs)
  await addContacts(list, ['new@correo.example'])
  await passing(() => mailedTo('new').length === 1)
  await addResults(1000, 100)
  clock.advance(2 * minuteMs)
  await addContacts(list, ['late@correo.example'])
  await passing(async () => (await heldFor(id)) === 'reputation')
  expect(mailedTo('late@')).toEqual([])
})

test('accepted figures do not count, whatever the day, and those of later days do', async () => {
  const { db } = server.service
  const judge = () => createAccountJudge(server.service)(server.accountId)
  await addResults(1000, 200)
  expect(await judge()).toMatchObject({ of: 'account', problem: 'bounces' })
  await db
    .updateTable('accounts')
    .set({ reputation_accepted_at: clock.now(), reputation_base: '' })
    .execute()
  expect(await judge()).toBeUndefined()
  await addResults(1000, 0)
  expect(await judge()).toBeUndefined()
  clock.advance(dayMs)
  await addResults(1000, 300)
  expect(await judge()).toMatchObject({ figures: { tried: 2300, bounces: 300 } })
  // The day of the acceptance is no longer within the week.
  clock.advance(7 * dayMs)
  expect(await judge()).toMatchObject({ figures: { tried: 1300, bounces: 300 } })
})
