import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { callApi, type ServiceProcess, startServiceProcess } from './process.ts'
import type { Stage } from './stage.ts'
import { waitFor } from './wait.ts'

/** Many times what it takes. */
const mostMs = 120_000
/** Nobody listens there: messages that were handed over wait. */
const noRelay = 'smtp://127.0.0.1:9'

/** Steps of a run: the trigger and five nodes. */
const stepsEach = 6

export interface Traces {
  /** Steps that had been made when the service that was killed was back. */
  atKill: number
  /** What there is of each thing that every contact does once; all of these are the same. */
  once: Record<string, number>
  /** Runs whose steps are not one to six. */
  broken: number
  /** Figures of nodes that are not what the runs say. */
  wrongFigures: string[]
  exits: (number | null)[]
}

/** Room for the contacts and messages of many rounds. */
export async function giveRoom({ folder, database }: Stage): Promise<void> {
  const { db, close } = await openDatabase(database ?? join(folder, 'remite.db'))
  const room = { contacts_max: 10_000_000, monthly_sends: 10_000_000 }
  await db.updateTable('accounts').set(room).execute()
  await close()
}

/**
 * Has the whole list go through an automation, kills a service at a random moment of it, starts it
 * again, and looks at what was done once everybody is through.
 */
export async function runInterrupted(stage: Stage, random: () => number): Promise<Traces> {
  const { folder, database, ports, get, post, count } = stage
  const start = (port: number) => startServiceProcess({ folder, database, smtpUrl: noRelay, port })
  const services: ServiceProcess[] = []
  try {
    for (const port of ports) services.push(await start(port))
    const { id: copies } = await post('/lists', { name: `Copias ${performance.now()}` })
    const { id } = await post('/automations', flowOf(stage.list, copies))
    await callApi(`${stage.url}/automations/${id}/activate`, { method: 'PUT', token: stage.token })
    const reach = Math.floor(random() * count * stepsEach)
    await waitFor(async () => (await stepsMade(stage, id)) >= reach, mostMs)
    await sleep(random() * 50)
    const victim = Math.floor(random() * services.length)
    await services[victim]?.kill()
    services[victim] = await start(ports[victim] ?? 0)
    const atKill = await stepsMade(stage, id)
    await waitFor(async () => {
      const { entered, active } = await get(`/automations/${id}/stats`)
      return entered === count && active === 0
    }, mostMs)
    const exits = await Promise.all(services.splice(0).map((service) => service.stop()))
    const { db, close } = await openDatabase(database ?? join(folder, 'remite.db'))
    try {
      return { atKill, exits, ...(await look(db, id, copies)) }
    } finally {
      await close()
    }
  } finally {
    await Promise.all(services.map((service) => service.kill()))
  }
}

async function stepsMade({ get }: Stage, automation: number): Promise<number> {
  const { nodes } = await get(`/automations/${automation}/stats`)
  return nodes.reduce((sum: number, { completed }: { completed: number }) => sum + completed, 0)
}

function flowOf(list: number, copies: number) {
  const tag = (id: string) => ({ id, type: 'add_tag', config: { tag: id } })
  const message = { asunto: 'Hola', from_mail: 'hola@tienda.example', html: '<p>Hola</p>' }
  return {
    name: 'Muchos pasos',
    trigger: { type: 'list_joined', list_id: list, existing: true },
    nodes: [
      { id: 'start', type: 'trigger', config: {} },
      { id: 'reparto', type: 'split', config: { shares: { a: 50, b: 50 } } },
      tag('a'),
      tag('b'),
      { id: 'mensaje', type: 'send', config: message },
      { id: 'copia', type: 'add_list', config: { list_id: copies } },
      { id: 'fin', type: 'exit', config: {} },
    ],
    edges: [
      { from: 'start', to: 'reparto' },
      { from: 'reparto', to: 'a', branch: 'a' },
      { from: 'reparto', to: 'b', branch: 'b' },
      { from: 'a', to: 'mensaje' },
      { from: 'b', to: 'mensaje' },
      { from: 'mensaje', to: 'copia' },
      { from: 'copia', to: 'fin' },
    ],
  }
}

async function look(db: Executor, automation: number, copies: number) {
  const runs = await db
    .selectFrom('automation_runs')
    .select(['id', 'contact_id', 'ended_by'])
    .where('automation_id', '=', automation)
    .execute()
  const steps = await db
    .selectFrom('automation_steps')
    .innerJoin('automation_runs', 'automation_runs.id', 'automation_steps.run_id')
    .select(['run_id', 'step', 'automation_steps.node'])
    .where('automation_id', '=', automation)
    .orderBy('run_id')
    .orderBy('step')
    .execute()
  const made = new Map<number, number[]>()
  for (const { run_id, step } of steps) made.set(run_id, [...(made.get(run_id) ?? []), step])
  const whole = Array.from({ length: stepsEach }, (_, at) => at + 1).join()
  const messages = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['contact_id', 'campaigns.recipients'])
    .where('campaigns.automation_id', '=', automation)
    .execute()
  const events = await db
    .selectFrom('events')
    .select(['contact_id', 'payload'])
    .where('type', '=', 'automation.triggered')
    .execute()
  const entered = events.filter(({ payload }) => JSON.parse(payload).automation_id === automation)
  const copied = await db
    .selectFrom('contacts')
    .select('id')
    .where('list_id', '=', copies)
    .execute()
  const figures = await db
    .selectFrom('automation_tallies')
    .selectAll()
    .where('automation_id', '=', automation)
    .execute()
  const passed = (node: string) =>
    node === '' ? runs.length : steps.filter((step) => step.node === node).length
  return {
    once: {
      runs: runs.length,
      contacts: new Set(runs.map(({ contact_id }) => contact_id)).size,
      ended: runs.filter(({ ended_by }) => ended_by === 'exit').length,
      messages: messages.length,
      mailed: new Set(messages.map(({ contact_id }) => contact_id)).size,
      counted: messages[0]?.recipients ?? 0,
      events: entered.length,
      told: new Set(entered.map(({ contact_id }) => contact_id)).size,
      copied: copied.length,
    },
    broken: runs.filter(({ id }) => made.get(id)?.join() !== whole).length,
    wrongFigures: figures
      .filter(
        ({ node, entered, completed, active }) =>
          entered !== passed(node) || completed !== passed(node) || active !== 0,
      )
      .map(({ node }) => node),
  }
}
