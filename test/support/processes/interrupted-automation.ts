import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../src/service/database/connect.ts'
import type { Executor } from '../../../src/service/database/dialect.ts'
import { waitFor } from '../wait.ts'
import type { Installation } from './installation.ts'
import { callApi, type ServiceProcess, startServiceProcess } from './service-process.ts'

/** Far longer than a run takes. */
const timeoutMs = 120_000
/** No server listens at this address, so submitted messages stay pending. */
const noRelay = 'smtp://127.0.0.1:9'

/** The trigger and five nodes. */
const stepsPerRun = 6

export interface AutomationOutcome {
  /** Completed steps when the killed service had restarted. */
  atKill: number
  /** Counts of what every contact does exactly once. All of them must be equal. */
  perContact: Record<string, number>
  /** Runs whose step numbers are not 1 to 6. */
  brokenRuns: number
  /** Nodes whose statistics differ from the runs. */
  wrongFigures: string[]
  exits: (number | null)[]
}

/** Raises the account's limits, for the contacts and messages of many rounds. */
export async function raiseLimits({ folder, database }: Installation): Promise<void> {
  const { db, close } = await openDatabase(database ?? join(folder, 'remite.db'))
  const limits = { contacts_max: 10_000_000, monthly_sends: 10_000_000 }
  await db.updateTable('accounts').set(limits).execute()
  await close()
}

/**
 * Runs the whole list through an automation, kills a service at a random moment, restarts it, and
 * returns the outcome when all runs have ended.
 */
export async function runInterrupted(
  installation: Installation,
  random: () => number,
): Promise<AutomationOutcome> {
  const { folder, database, ports, get, post, count } = installation
  const start = (port: number) => startServiceProcess({ folder, database, smtpUrl: noRelay, port })
  const services: ServiceProcess[] = []
  try {
    for (const port of ports) services.push(await start(port))
    const { id: copies } = await post('/lists', { name: `Copias ${performance.now()}` })
    const { id } = await post('/automations', flowOf(installation.list, copies))
    await callApi(`${installation.url}/automations/${id}/activate`, {
      method: 'PUT',
      token: installation.token,
    })
    const killAtStep = Math.floor(random() * count * stepsPerRun)
    await waitFor(async () => (await stepsMade(installation, id)) >= killAtStep, timeoutMs)
    await sleep(random() * 50)
    const victim = Math.floor(random() * services.length)
    await services[victim]?.kill()
    services[victim] = await start(ports[victim] ?? 0)
    const atKill = await stepsMade(installation, id)
    await waitFor(async () => {
      const { entered, active } = await get(`/automations/${id}/stats`)
      return entered === count && active === 0
    }, timeoutMs)
    const exits = await Promise.all(services.splice(0).map((service) => service.stop()))
    const { db, close } = await openDatabase(database ?? join(folder, 'remite.db'))
    try {
      return { atKill, exits, ...(await readOutcome(db, id, copies)) }
    } finally {
      await close()
    }
  } finally {
    await Promise.all(services.map((service) => service.kill()))
  }
}

async function stepsMade({ get }: Installation, automation: number): Promise<number> {
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

async function readOutcome(db: Executor, automation: number, copies: number) {
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
  const stepNumbers = new Map<number, number[]>()
  for (const { run_id, step } of steps)
    stepNumbers.set(run_id, [...(stepNumbers.get(run_id) ?? []), step])
  const completeRun = Array.from({ length: stepsPerRun }, (_, index) => index + 1).join()
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
  const expectedCount = (node: string) =>
    node === '' ? runs.length : steps.filter((step) => step.node === node).length
  return {
    perContact: {
      runs: runs.length,
      contacts: new Set(runs.map(({ contact_id }) => contact_id)).size,
      ended: runs.filter(({ ended_by }) => ended_by === 'exit').length,
      messages: messages.length,
      mailed: new Set(messages.map(({ contact_id }) => contact_id)).size,
      counted: messages[0]?.recipients ?? 0,
      events: entered.length,
      notified: new Set(entered.map(({ contact_id }) => contact_id)).size,
      copied: copied.length,
    },
    brokenRuns: runs.filter(({ id }) => stepNumbers.get(id)?.join() !== completeRun).length,
    wrongFigures: figures
      .filter(
        ({ node, entered, completed, active }) =>
          entered !== expectedCount(node) || completed !== expectedCount(node) || active !== 0,
      )
      .map(({ node }) => node),
  }
}
