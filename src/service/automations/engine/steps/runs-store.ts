import { sql } from 'kysely'
import { isSendable } from '../../../contacts/sendable-store.ts'
import { idsIn } from '../../../contacts/store.ts'
import type { Condition } from '../../../database/condition.ts'
import { dialectOf, type Executor } from '../../../database/dialect.ts'
import { isOfActiveAccount, isWaiting } from '../running-store.ts'

/** An active run, at the node of its next step. */
export interface Run {
  id: number
  version: number
  node: string
  contact_id: number
  /** The number of completed steps. */
  steps: number
  awaits: string | null
  awaits_of: string | null
  earlier_events: string | null
  due_at: number | null
  entered_at: number
  tries: number
  /** The event that started the run and those that it waited for, as JSON. */
  events: string | null
  /** The properties of the event that started the run, as JSON, if an older program wrote it. */
  properties: string
}

const columns = [
  'id',
  'version',
  'node',
  'contact_id',
  'steps',
  'awaits',
  'awaits_of',
  'earlier_events',
  'due_at',
  'entered_at',
  'tries',
  'events',
  'properties',
] as const

interface DueQuery {
  automation: number
  now: number
  limit: number
  /** Only these runs. */
  runs?: readonly number[]
}

/**
 * Claims the runs that are due, the oldest first, until the transaction ends. Other workers skip
 * them, and a killed worker releases them.
 */
export async function claimDue(
  tx: Executor,
  { automation, now, limit, runs }: DueQuery,
): Promise<Run[]> {
  const { skipLocked } = dialectOf(tx)
  let due = tx
    .selectFrom('automation_runs')
    .select(columns)
    .where('automation_id', '=', automation)
    .where(isWaiting)
    .where('due_at', '<=', now)
    .where(
      sql<boolean>`exists (select 1 from automations where automations.id = ${automation}
        and automations.status in ('active', 'draining') and ${isOfActiveAccount})`,
    )
    .orderBy('due_at')
    .limit(limit)
  if (runs) due = due.where('id', 'in', runs)
  return skipLocked(due).execute()
}

/** Claims active runs, due or not. */
export const claimWaiting = (
  tx: Executor,
  { automation, limit }: { automation: number; limit: number },
): Promise<Run[]> =>
  dialectOf(tx)
    .skipLocked(
      tx
        .selectFrom('automation_runs')
        .select(columns)
        .where('automation_id', '=', automation)
        .where(isWaiting)
        .orderBy('due_at')
        .limit(limit),
    )
    .execute()

export interface RunContact {
  id: number
  list_id: number
  email_key: string
  sendable: number
}

/** Returns those contacts that still exist. */
export async function selectRunContacts(
  tx: Executor,
  contacts: readonly number[],
): Promise<Map<number, RunContact>> {
  const { rows } = await sql<RunContact>`
    select contacts.id, contacts.list_id, contacts.email_key,
      case when ${isSendable} then 1 else 0 end as sendable
    from contacts where contacts.id in ${idsIn(tx, contacts)}
  `.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the contacts that match a condition. */
export async function selectMatching(
  tx: Executor,
  contacts: readonly number[],
  condition: Condition,
): Promise<ReadonlySet<number>> {
  if (contacts.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select contacts.id from contacts where contacts.id in ${idsIn(tx, contacts)} and ${condition}
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The state of a run after a step. */
export interface RunUpdate {
  run: number
  node: string
  steps: number
  dueAt: number | null
  awaits: string | null
  awaitsOf: string | null
  earlierEvents: string | null
  /** Null: as before. */
  events: string | null
  tries: number
  endedBy: string | null
  /** The run has ended, and its contact may enter again. */
  isFreed: boolean
}

export async function updateRuns(
  tx: Executor,
  moves: readonly RunUpdate[],
  now: number,
): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map((move) => ({
    run: move.run,
    to_node: move.node,
    made: move.steps,
    due: move.dueAt,
    kind: move.awaits,
    kind_of: move.awaitsOf,
    earlier: move.earlierEvents,
    got: move.events,
    tried: move.tries,
    ended: move.endedBy,
    freed: move.isFreed ? 1 : 0,
  }))
  const source = dialectOf(tx).records(rows, {
    run: 'int',
    to_node: 'text',
    made: 'int',
    due: 'int',
    kind: 'text',
    kind_of: 'text',
    earlier: 'text',
    got: 'text',
    tried: 'int',
    ended: 'text',
    freed: 'int',
  })
  await sql`
    update automation_runs set node = r.to_node, steps = r.made, due_at = r.due, awaits = r.kind,
      awaits_of = r.kind_of, earlier_events = r.earlier,
      events = coalesce(r.got, automation_runs.events), tries = r.tried, ended_by = r.ended,
      state = case when r.ended is null then 'waiting' else 'ended' end,
      ended_at = case when r.ended is null then null else cast(${now} as bigint) end,
      place_key = case when r.freed = 1 then null else place_key end
    from ${source} as r where automation_runs.id = r.run
  `.execute(tx)
}

export interface StepRow {
  run: number
  step: number
  node: string
  outcome: string
}

/**
 * Inserts steps. A step that exists makes the whole transaction fail, so that none happens twice.
 */
export async function insertSteps(
  tx: Executor,
  accountId: number,
  steps: readonly StepRow[],
  now: number,
): Promise<void> {
  if (steps.length === 0) return
  const source = dialectOf(tx).records(steps, {
    run: 'int',
    step: 'int',
    node: 'text',
    outcome: 'text',
  })
  await sql`
    insert into automation_steps (account_id, run_id, step, node, outcome, at)
    select cast(${accountId} as bigint), run, step, node, outcome, ${now} from ${source} as r
  `.execute(tx)
}
