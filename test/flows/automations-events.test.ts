import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/flows/automation-node.ts'
import {
  createFlowCache,
  createTriggerCache,
} from '../../src/service/automations/engine/flow-cache.ts'
import { processSignals } from '../../src/service/automations/engine/signals/process-signals.ts'
import { runSteps } from '../../src/service/automations/engine/steps/run-steps.ts'
import {
  type AutomationGraph,
  createTimeline,
  runPathsOf,
  startAutomation,
} from '../support/automations/automations.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'
import { openSession } from '../support/session.ts'
import { addUser, callAs } from '../support/users.ts'
import { waitFor } from '../support/wait.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let clock: TestClock
let server: TestService
let list: number
let ana: number
beforeEach(async () => {
  clock = testClock()
  server = await startService({ clock })
  list = await addList(server, [])
  ana = (await server.api('POST', `/lists/${list}/contacts`, { email: 'ana@correo.example' })).body
    .id
})
afterEach(() => server.close())

const tag = (id: string): AutomationNode => ({ id, type: 'add_tag', config: { tag: id } })
const delay = (id: string): AutomationNode => ({ id, type: 'delay', config: { period: '1h' } })
const awaits = (id: string, name: string): AutomationNode => ({
  id,
  type: 'wait_event',
  config: { event: 'custom', name, timeout: '4h' },
})
const entered = { type: 'event' as const, event: 'cart' }

/** Connects nodes in order. Both branches of a wait lead to the next node. */
function sequence(nodes: readonly AutomationNode[], trigger: AutomationGraph['trigger'] = entered) {
  const all: AutomationNode[] = [{ id: 'start', type: 'trigger', config: {} }, ...nodes]
  const edges = all.slice(1).flatMap(({ id }, index): [string, string, string?][] => {
    const before = all[index]
    const branches = before?.type === 'wait_event' ? ['yes', 'timeout'] : [undefined]
    return branches.map((branch) =>
      branch === undefined ? [before?.id ?? '', id] : [before?.id ?? '', id, branch],
    )
  })
  return { trigger, nodes: all, edges }
}

/** Reports an event of Ana, a millisecond after what happened before. */
async function report(automation: number, event: string): Promise<void> {
  clock.advance(1)
  const body = { contact_id: ana, event }
  const { status } = await server.api('POST', `/automations/${automation}/trigger`, body)
  expect(status).toBe(200)
}
const run = () => createTimeline(server, clock).runDueSteps()
const pathOf = async (automation: number) =>
  [...(await runPathsOf(server, automation)).values()].flat().map(({ path }) => path)

test('an event before the first step counts for the wait after it', async () => {
  const automation = await startAutomation(server.api, sequence([awaits('w', 'paid'), tag('end')]))
  await report(automation, 'cart')
  await report(automation, 'paid')
  await run()
  expect(await pathOf(automation)).toEqual([['start', 'w yes', 'end']])
})

test('so does one that happens while steps without duration are due, or a delay is over', async () => {
  const automation = await startAutomation(
    server.api,
    sequence([tag('a'), delay('d'), tag('b'), tag('c'), awaits('w', 'paid'), tag('end')]),
  )
  await report(automation, 'cart')
  await run()
  clock.advance(hourMs)
  await report(automation, 'paid')
  await run()
  expect(await pathOf(automation)).toEqual([['start', 'a', 'd', 'b', 'c', 'w yes', 'end']])
})

test('an event during the delay before the wait does not count', async () => {
  const automation = await startAutomation(
    server.api,
    sequence([delay('d'), awaits('w', 'paid'), tag('end')]),
  )
  await report(automation, 'cart')
  await report(automation, 'paid')
  await run()
  await report(automation, 'paid')
  await run()
  await createTimeline(server, clock).advanceTo(clock.now() + 6 * hourMs)
  expect(await pathOf(automation)).toEqual([['start', 'd', 'w timeout', 'end']])
})

test('the event with which a contact enters does not end a wait for the next one', async () => {
  const automation = await startAutomation(server.api, sequence([awaits('w', 'cart'), tag('end')]))
  await report(automation, 'cart')
  const { service } = server
  const cache = createFlowCache()
  // The steps overtake the signal.
  await service.db.transaction().execute((tx) =>
    runSteps(
      {
        tx,
        service,
        automation: { id: automation, accountId: server.accountId },
        now: clock.now(),
      },
      cache,
    ),
  )
  await run()
  expect(await pathOf(automation)).toEqual([['start']])
  await report(automation, 'cart')
  await run()
  expect(await pathOf(automation)).toEqual([['start', 'w yes', 'end']])
})

test('of two events in one batch, the first lets a contact enter and the second ends the wait', async () => {
  const joining = await startAutomation(
    server.api,
    sequence([awaits('w', 'paid'), tag('end')], { type: 'list_joined', list_id: list }),
  )
  const { body: eva } = await server.api('POST', `/lists/${list}/contacts`, {
    email: 'eva@correo.example',
  })
  clock.advance(1)
  const body = { contact_id: eva.id, event: 'paid' }
  await server.api('POST', `/automations/${joining}/trigger`, body)
  await run()
  expect(await pathOf(joining)).toEqual([['start', 'w yes', 'end']])
})

test('each event ends one wait, in the order of the events', async () => {
  const automation = await startAutomation(
    server.api,
    sequence([awaits('w1', 'paid'), awaits('w2', 'sent'), awaits('w3', 'paid'), tag('end')]),
  )
  await report(automation, 'cart')
  await report(automation, 'paid')
  await report(automation, 'sent')
  await run()
  expect(await pathOf(automation)).toEqual([['start', 'w1 yes', 'w2 yes']])
})

test('an event that is processed after the time-out ends one wait, not two', async () => {
  const automation = await startAutomation(
    server.api,
    sequence([awaits('w1', 'paid'), awaits('w2', 'paid'), tag('end')]),
  )
  await report(automation, 'cart')
  await run()
  await report(automation, 'paid')
  clock.advance(4 * hourMs)
  const { service } = server
  const cache = createFlowCache()
  await service.db.transaction().execute((tx) =>
    runSteps(
      {
        tx,
        service,
        automation: { id: automation, accountId: server.accountId },
        now: clock.now(),
      },
      cache,
    ),
  )
  await run()
  expect((await pathOf(automation))[0]?.slice(0, 3)).toEqual(['start', 'w1 yes'])
})

test('an event does not end another wait that the run reaches meanwhile', async () => {
  const { service } = server
  const automation = await startAutomation(
    server.api,
    sequence([awaits('w1', 'paid'), awaits('w2', 'sent'), tag('end')]),
  )
  await report(automation, 'cart')
  await run()
  clock.advance(4 * hourMs)
  const cache = createFlowCache()
  const target = { id: automation, accountId: server.accountId }
  let processing: Promise<unknown> = Promise.resolve()
  const isOnPostgres = Boolean(process.env.REMITE_TEST_DATABASE_URL)
  await service.db.transaction().execute(async (tx) => {
    await runSteps({ tx, service, automation: target, now: clock.now() }, cache)
    // SQLite runs this after the transaction, PostgreSQL beside it.
    const body = { contact_id: ana, event: 'paid' }
    const reported = server.api('POST', `/automations/${automation}/trigger`, body)
    processing = reported.then(() =>
      processSignals(service, { findFlow: cache, findTriggers: createTriggerCache() }),
    )
    if (!isOnPostgres) return
    await waitFor(async () => {
      const { rows } = await sql<{ blocked: number }>`
        select count(*) as blocked from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(service.db)
      return Number(rows[0]?.blocked) > 0
    })
  })
  await processing
  await run()
  expect(await pathOf(automation)).toEqual([['start', 'w1 timeout']])
})

async function startAccount() {
  const limits = { monthly_sends: 1000, contacts_max: 10, ai_generations: 0, rate_per_hour: 1000 }
  const user = await addUser(server, { parent: server.accountId, limits })
  const own = await addList({ ...server, accountId: user.id }, [])
  // A session ends within a day.
  const setStatus = async (status: string) => {
    const api = callAs(server, await openSession(server.service, server.accountId))
    expect((await api('PUT', `/users/${user.id}/status`, { status })).status).toBe(200)
  }
  const { public_id } = await server.service.db
    .selectFrom('lists')
    .select('public_id')
    .where('id', '=', own)
    .executeTakeFirstOrThrow()
  const subscribe = async (email: string) => {
    const form = { list_id: public_id, email }
    const { status } = await server.request('POST', '/v3/api/public/subscribe', form)
    expect(status).toBe(200)
  }
  const form = { type: 'form' as const, list_id: own }
  return { user, setStatus, subscribe, form }
}

test('who subscribes while the account is suspended is welcomed afterwards', async () => {
  const { user, setStatus, subscribe, form } = await startAccount()
  const automation = await startAutomation(user.api, sequence([tag('welcome')], form))
  await setStatus('suspended')
  await subscribe('eva@correo.example')
  await run()
  expect(await pathOf(automation)).toEqual([[]])
  clock.advance(6 * dayMs)
  await setStatus('active')
  await run()
  expect(await pathOf(automation)).toEqual([['start', 'welcome']])
})

test('unless the suspension lasts for more than a week; then they may enter again', async () => {
  const { user, setStatus, subscribe, form } = await startAccount()
  const automation = await startAutomation(user.api, sequence([tag('welcome')], form))
  await setStatus('suspended')
  await subscribe('eva@correo.example')
  await run()
  clock.advance(8 * dayMs)
  await setStatus('active')
  await run()
  expect([...(await runPathsOf(server, automation)).values()].flat()).toEqual([
    { path: ['start expired'], ended: 'expired' },
  ])
  const { place_key } = await server.service.db
    .selectFrom('automation_runs')
    .select('place_key')
    .executeTakeFirstOrThrow()
  expect(place_key).toBeNull()
})

test('an event counts for the next wait although the account is suspended meanwhile', async () => {
  const { user, setStatus } = await startAccount()
  const own = await addList({ ...server, accountId: user.id }, ['eva@correo.example'])
  const { body: eva } = await user.api('GET', `/lists/${own}/contacts/eva@correo.example`)
  const automation = await startAutomation(user.api, sequence([awaits('w', 'paid'), tag('end')]))
  for (const event of ['cart', 'paid']) {
    clock.advance(1)
    await user.api('POST', `/automations/${automation}/trigger`, { contact_id: eva.id, event })
  }
  await setStatus('suspended')
  await run()
  clock.advance(dayMs)
  await setStatus('active')
  await run()
  expect(await pathOf(automation)).toEqual([['start', 'w yes', 'end']])
})
