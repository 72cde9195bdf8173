import type { AutomationDefinition } from '../../../src/contract/shapes/flows/automation.ts'
import type {
  AutomationEdge,
  AutomationNode,
  Trigger,
} from '../../../src/contract/shapes/flows/automation-node.ts'
import { createAutomationRunner } from '../../../src/service/automations/engine/run.ts'
import type { TestClock } from '../clock.ts'
import type { TestService } from '../service.ts'
import type { RunPath } from './automation-interpreter.ts'

export interface AutomationGraph {
  trigger: Trigger
  nodes: readonly AutomationNode[]
  edges: readonly (readonly [from: string, to: string, branch?: string])[]
  settings?: AutomationDefinition['settings']
}

type Api = TestService['api']

/** Creates and activates an automation over the API and returns its id. */
export async function startAutomation(
  api: Api,
  { trigger, nodes, edges, settings = {} }: AutomationGraph,
  name = 'Bienvenida',
): Promise<number> {
  const { body: created } = await api('POST', '/automations', {
    name,
    trigger,
    nodes,
    edges: edges.map(toEdge),
    settings,
  })
  if (created.id === undefined) throw new Error(JSON.stringify(created))
  const { body: activated } = await api('PUT', `/automations/${created.id}/activate`)
  if (activated.status !== 'active') throw new Error(JSON.stringify(activated))
  return created.id
}

const toEdge = ([from, to, branch]: AutomationGraph['edges'][number]): AutomationEdge => ({
  from,
  to,
  ...(branch !== undefined && { branch }),
})

/** Connects a trigger and the nodes in the given order. */
export function linearGraph(trigger: Trigger, nodes: readonly AutomationNode[]): AutomationGraph {
  const all: AutomationNode[] = [{ id: 'start', type: 'trigger', config: {} }, ...nodes]
  const edges = all.slice(1).map(({ id }, index) => [all[index]?.id ?? '', id] as const)
  return { trigger, nodes: all, edges }
}

const hourMs = 3_600_000

/**
 * Moves the clock of a service without workers from one due step to the next and runs the steps. With
 * date triggers it stops at every full hour, because the contacts of these tests are in time zones
 * with whole-hour offsets.
 */
export function createTimeline(
  { service }: TestService,
  clock: TestClock,
  { hasDates = false }: { hasDates?: boolean } = {},
) {
  const runNext = createAutomationRunner(service)

  async function runDueSteps(): Promise<void> {
    while (await runNext());
  }

  /** Returns when the next step is due, or the next full hour if dates can trigger runs. */
  async function nextDueTime(): Promise<number> {
    const { due } = await service.db
      .selectFrom('automation_runs')
      .select(({ fn }) => fn.min('due_at').as('due'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    const hour = (Math.floor(clock.now() / hourMs) + 1) * hourMs
    const nextDateCheck = hasDates ? hour : Number.POSITIVE_INFINITY
    return Math.min(nextDateCheck, due ?? nextDateCheck)
  }

  return {
    runDueSteps,
    async advanceTo(until: number): Promise<void> {
      await runDueSteps()
      while (clock.now() < until) {
        clock.advance(Math.min(await nextDueTime(), until) - clock.now())
        await runDueSteps()
      }
    },
  }
}

/** Returns the paths of an automation's runs by contact: nodes with their outcomes, and the end. */
export async function runPathsOf(
  { service: { db } }: TestService,
  automation: number,
): Promise<Map<number, RunPath[]>> {
  const runs = await db
    .selectFrom('automation_runs')
    .select(['id', 'contact_id', 'ended_by'])
    .where('automation_id', '=', automation)
    .orderBy('id')
    .execute()
  const steps = await db.selectFrom('automation_steps').selectAll().orderBy('step').execute()
  const paths = new Map<number, RunPath[]>()
  for (const { id, contact_id, ended_by } of runs) {
    const path = steps
      .filter(({ run_id }) => run_id === id)
      .map(({ node, outcome }) => (outcome === '' ? node : `${node} ${outcome}`))
    paths.set(contact_id, [...(paths.get(contact_id) ?? []), { path, ended: ended_by }])
  }
  return paths
}

/** Returns the messages that automations submitted, as `address subject minute`, by time and contact. */
export async function submittedMessages({ service: { db } }: TestService): Promise<string[]> {
  const rows = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .innerJoin('recipient_queue', 'recipient_queue.id', 'recipients.id')
    .select(['address_key', 'asunto', 'next_at'])
    .where('automation_id', 'is not', null)
    .orderBy('next_at')
    .orderBy('contact_id')
    .execute()
  return rows.map(
    ({ address_key, asunto, next_at }) =>
      `${address_key} ${asunto} ${new Date(next_at).toISOString().slice(0, 16)}`,
  )
}
