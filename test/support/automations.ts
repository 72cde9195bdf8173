import type { AutomationDefinition } from '../../src/contract/shapes/automation.ts'
import type {
  AutomationEdge,
  AutomationNode,
  Trigger,
} from '../../src/contract/shapes/automation-node.ts'
import { createAutomations } from '../../src/service/automations/engine/run.ts'
import type { TestClock } from './clock.ts'
import type { TestService } from './service.ts'

export interface Drawn {
  trigger: Trigger
  nodes: readonly AutomationNode[]
  edges: readonly (readonly [from: string, to: string, branch?: string])[]
  settings?: AutomationDefinition['settings']
}

type Api = TestService['api']

/** An automation of the account, made and activated by the API; answers its number. */
export async function startAutomation(
  api: Api,
  { trigger, nodes, edges, settings = {} }: Drawn,
  name = 'Bienvenida',
): Promise<number> {
  const { body: made } = await api('POST', '/automations', {
    name,
    trigger,
    nodes,
    edges: edges.map(asEdge),
    settings,
  })
  if (made.id === undefined) throw new Error(JSON.stringify(made))
  const { body: activated } = await api('PUT', `/automations/${made.id}/activate`)
  if (activated.status !== 'active') throw new Error(JSON.stringify(activated))
  return made.id
}

const asEdge = ([from, to, branch]: Drawn['edges'][number]): AutomationEdge => ({
  from,
  to,
  ...(branch !== undefined && { branch }),
})

/** Nodes one behind the other, after the trigger; the first of each pair names it. */
export function inLine(trigger: Trigger, nodes: readonly AutomationNode[]): Drawn {
  const all: AutomationNode[] = [{ id: 'start', type: 'trigger', config: {} }, ...nodes]
  const edges = all.slice(1).map(({ id }, at) => [all[at]?.id ?? '', id] as const)
  return { trigger, nodes: all, edges }
}

const hourMs = 3_600_000

/**
 * Moves an installation without workers through time, from one thing that is due to the next. Where
 * dates let people in, that is an hour at the most: the contacts of these tests live in zones of whole hours.
 */
export function createTime(
  { service }: TestService,
  clock: TestClock,
  { hasDates = false }: { hasDates?: boolean } = {},
) {
  const turn = createAutomations(service)

  async function settle(): Promise<void> {
    while (await turn());
  }

  /** When somebody's next step is due, or a date may come: that is at a full hour. */
  async function nextAt(): Promise<number> {
    const { due } = await service.db
      .selectFrom('automation_runs')
      .select(({ fn }) => fn.min('due_at').as('due'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    const hour = (Math.floor(clock.now() / hourMs) + 1) * hourMs
    const date = hasDates ? hour : Number.POSITIVE_INFINITY
    return Math.min(date, due ?? date)
  }

  return {
    settle,
    async passUntil(at: number): Promise<void> {
      await settle()
      while (clock.now() < at) {
        clock.advance(Math.min(await nextAt(), at) - clock.now())
        await settle()
      }
    },
  }
}

/** The way of each run of a contact: nodes with what became of them, and how it ended. */
export async function waysOf(
  { service: { db } }: TestService,
  automation: number,
): Promise<Map<number, { way: string[]; ended: string | null }[]>> {
  const runs = await db
    .selectFrom('automation_runs')
    .select(['id', 'contact_id', 'ended_by'])
    .where('automation_id', '=', automation)
    .orderBy('id')
    .execute()
  const steps = await db.selectFrom('automation_steps').selectAll().orderBy('step').execute()
  const ways = new Map<number, { way: string[]; ended: string | null }[]>()
  for (const { id, contact_id, ended_by } of runs) {
    const way = steps
      .filter(({ run_id }) => run_id === id)
      .map(({ node, outcome }) => (outcome === '' ? node : `${node} ${outcome}`))
    ways.set(contact_id, [...(ways.get(contact_id) ?? []), { way, ended: ended_by }])
  }
  return ways
}

/** Messages that automations handed over, as `address subject minute`, in their order. */
export async function handedOver({ service: { db } }: TestService): Promise<string[]> {
  const rows = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['address_key', 'asunto', 'next_at'])
    .where('automation_id', 'is not', null)
    .orderBy('recipients.id')
    .execute()
  return rows.map(
    ({ address_key, asunto, next_at }) =>
      `${address_key} ${asunto} ${new Date(next_at).toISOString().slice(0, 16)}`,
  )
}
