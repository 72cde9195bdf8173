// Measures automations in which a million contacts wait: the cost of a worker pass with no run due and with a
// thousand due, relative to an empty table, and the number of steps without mail per second.
// node scripts/run.js bench/automations.ts [WAITING] [CONTACTS], with REMITE_TEST_DATABASE_URL on PostgreSQL too
import { sql } from 'kysely'
import type { AutomationNode } from '../src/contract/shapes/flows/automation-node.ts'
import { createAutomationRunner } from '../src/service/automations/engine/run.ts'
import type { Executor } from '../src/service/database/dialect.ts'
import {
  type AutomationGraph,
  linearGraph,
  startAutomation,
} from '../test/support/automations/automations.ts'
import { testClock } from '../test/support/clock.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { median, print } from './measure.ts'

const [waiting = 1_000_000, people = 10_000] = process.argv.slice(2).map(Number)
const rounds = 15
const due = 1000
const server = process.env.REMITE_TEST_DATABASE_URL

const tag = (id: string): AutomationNode => ({ id, type: 'add_tag', config: { tag: id } })
const event = { type: 'event', event: 'visita' } as const

delete process.env.REMITE_TEST_DATABASE_URL
await bench('SQLite')
if (server) {
  process.env.REMITE_TEST_DATABASE_URL = server
  await bench('PostgreSQL')
}

async function bench(title: string): Promise<void> {
  const empty = await setUp()
  const full = await setUp()
  await fill(full.service.service.db, {
    automation: full.automation,
    account: full.service.accountId,
  })
  const none = () => ({ idle: [] as number[], busy: [] as number[] })
  const taken = { empty: none(), full: none() }
  // Alternating, so that load on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    for (const [state, world] of [['empty', empty] as const, ['full', full] as const]) {
      const { idle, busy } = await measure(world)
      taken[state].idle.push(idle)
      taken[state].busy.push(busy)
    }
  }
  const rowOf = (what: string, kind: 'idle' | 'busy') => ({
    what,
    'empty ms': median(taken.empty[kind]).toFixed(1),
    'full ms': median(taken.full[kind]).toFixed(1),
    ratio: (median(taken.full[kind]) / median(taken.empty[kind])).toFixed(2),
  })
  print(
    `${title}: a worker pass with an empty table and with ${waiting} waiting runs, ${rounds} rounds each`,
    [rowOf('none due', 'idle'), rowOf('a thousand due', 'busy')],
  )
  print(`${title}: ${people} contacts through eight nodes without mail`, [await race(full)])
  await empty.service.close()
  await full.service.close()
}

interface World {
  service: TestService
  pass: () => Promise<boolean>
  list: number
  automation: number
}

/** Starts a service with an automation in which contacts wait. */
async function setUp(): Promise<World> {
  const service = await startService({ clock: testClock() })
  const list = await addPeople(service, people)
  const wait: AutomationNode = { id: 'espera', type: 'delay', config: { period: '52w' } }
  const automation = await startAutomation(service.api, linearGraph(event, [wait, tag('visto')]))
  return { service, pass: createAutomationRunner(service.service), list, automation }
}

async function addPeople({ service, accountId, api }: TestService, count: number): Promise<number> {
  await service.db.updateTable('accounts').set({ contacts_max: 10_000_000 }).execute()
  const { body: list } = await api('POST', '/lists', { name: 'Clientes' })
  await sql`
    insert into contacts (account_id, list_id, email, email_key, domain, nombre, status, source,
      version, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select ${accountId}, ${list.id}, 'c' || i || '@correo.example', 'c' || i || '@correo.example',
      'correo.example', '', 'active', 'api', 1, 0, 0 from n
  `.execute(service.db)
  return list.id
}

/** Inserts runs that wait at the delay for another year. */
async function fill(
  db: Executor,
  { automation, account }: { automation: number; account: number },
): Promise<void> {
  const { now } = testClock()
  await sql`
    insert into automation_runs (account_id, automation_id, version, contact_id, node, steps, state,
      due_at, properties, entry_key, entered_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${waiting})
    select ${account}, ${automation}, 1, 1000000 + i, 'espera', 1, 'waiting',
      cast(${now() + 31_536_000_000} as bigint) + i, '{}', 'w' || i, ${now()} from n
  `.execute(db)
  await sql`analyze`.execute(db)
}

/** Times one pass with no run due, and the passes that a thousand due runs take. */
async function measure({ service, pass, automation }: World) {
  const idle = await timeOf(pass)
  await makeDue(service.service.db, automation)
  const busy = await timeOf(async () => {
    while (await pass());
  })
  return { idle, busy }
}

/** Inserts a thousand runs at the last node whose wait has just ended. */
async function makeDue(db: Executor, automation: number): Promise<void> {
  const prefix = `d${performance.now()} `
  await sql`
    insert into automation_runs (account_id, automation_id, version, contact_id, node, steps, state,
      due_at, properties, entry_key, entered_at)
    select account_id, ${automation}, 1, id, 'visto', 1, 'waiting', ${testClock().now()}, '{}',
      ${prefix} || id, 0
    from contacts order by id limit ${due}
  `.execute(db)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function race({
  service: {
    api,
    service: { db },
  },
  pass,
  list,
}: World): Promise<Record<string, string | number>> {
  await api('POST', `/lists/${list}/fields`, { name: 'ciudad', type: 'text' })
  const rules = [{ field: 'tags', operator: 'contains' as const, value: 'nuevo' }]
  const flow: AutomationGraph = {
    trigger: { type: 'list_joined', list_id: list, existing: true },
    nodes: [
      { id: 'start', type: 'trigger', config: {} },
      tag('nuevo'),
      { id: 'reparto', type: 'split', config: { shares: { a: 50, b: 50 } } },
      tag('a'),
      tag('b'),
      { id: 'pregunta', type: 'condition', config: { conditions: { op: 'and', rules } } },
      { id: 'ciudad', type: 'set_field', config: { field: 'ciudad', value: 'Lugo' } },
      { id: 'quita', type: 'remove_tag', config: { tag: 'nuevo' } },
      { id: 'fin', type: 'exit', config: {} },
    ],
    edges: [
      ['start', 'nuevo'],
      ['nuevo', 'reparto'],
      ['reparto', 'a', 'a'],
      ['reparto', 'b', 'b'],
      ['a', 'pregunta'],
      ['b', 'pregunta'],
      ['pregunta', 'ciudad', 'yes'],
      ['pregunta', 'fin', 'no'],
      ['ciudad', 'quita'],
      ['quita', 'fin'],
    ],
  }
  const automation = await startAutomation(api, flow, 'Carrera')
  const ms = await timeOf(async () => {
    while (await pass());
  })
  const { steps } = await db
    .selectFrom('automation_runs')
    .select(({ fn }) => fn.sum<number>('steps').as('steps'))
    .where('automation_id', '=', automation)
    .executeTakeFirstOrThrow()
  return {
    steps,
    seconds: (ms / 1000).toFixed(1),
    'steps/s, including entry': Math.round(steps / (ms / 1000)),
  }
}
