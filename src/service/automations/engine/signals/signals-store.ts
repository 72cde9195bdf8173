import { sql } from 'kysely'
import { idsIn } from '../../../contacts/store.ts'
import { dialectOf, type Executor } from '../../../database/dialect.ts'
import { isWaiting } from '../running-store.ts'

/** A signal with the data that triggers refer to. */
export interface Signal {
  id: number
  account_id: number
  kind: string
  contact_id: number
  campaign_id: number | null
  name: string | null
  properties: string
  /** What else a custom event has, as JSON. */
  event: string | null
  automation_id: number | null
  at: number
  /** The current list of the contact. */
  list_id: number | null
  /** The automation that sent the message. */
  campaign_automation: number | null
  /** The address of the clicked link. */
  url: string | null
}

export async function hasSignals(db: Executor): Promise<boolean> {
  return (await db.selectFrom('signals').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns the next signals, and locks them for this transaction. */
export async function selectSignals(tx: Executor, limit: number): Promise<Signal[]> {
  const rows = await dialectOf(tx)
    .skipLocked(
      tx
        .selectFrom('signals')
        .select([
          'id',
          'account_id',
          'kind',
          'contact_id',
          'campaign_id',
          'name',
          'properties',
          'event',
          'automation_id',
          'at',
          sql<number | null>`(
            select c.list_id from contacts c where c.id = signals.contact_id
          )`.as('list_id'),
          sql<number | null>`(
            select p.automation_id from campaigns p where p.id = signals.campaign_id
          )`.as('campaign_automation'),
          sql<string | null>`(
            select l.url from campaign_links l where l.id = signals.link_id
          )`.as('url'),
        ])
        .orderBy('id')
        .limit(limit),
    )
    .execute()
  return rows
}

export async function deleteSignals(tx: Executor, ids: readonly number[]): Promise<void> {
  await sql`delete from signals where id in ${idsIn(tx, ids)}`.execute(tx)
}

/** An active run whose contact has signals. */
export interface NotifiedRun {
  id: number
  contact_id: number
  entry_key: string
  entered_at: number
  due_at: number | null
  awaits: string | null
  awaits_of: string | null
  earlier_events: string | null
  /** The number of completed steps. */
  steps: number
  events: string | null
  properties: string
}

const runsOf = (tx: Executor, contacts: readonly number[]) =>
  tx
    .selectFrom('automation_runs')
    .where(sql<boolean>`contact_id in ${idsIn(tx, [...new Set(contacts)])}`)
    .where(isWaiting)
    .orderBy('id')

/**
 * Locks the active runs of these contacts, after the steps that other workers are making with them,
 * and returns their ids.
 */
export async function lockRuns(
  tx: Executor,
  contacts: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await dialectOf(tx).lockRows(runsOf(tx, contacts).select('id')).execute()
  return new Set(rows.map(({ id }) => id))
}

export const selectRunsOf = (tx: Executor, contacts: readonly number[]): Promise<NotifiedRun[]> =>
  runsOf(tx, contacts)
    .select([
      'id',
      'contact_id',
      'entry_key',
      'entered_at',
      'due_at',
      'awaits',
      'awaits_of',
      'earlier_events',
      'steps',
      'events',
      'properties',
    ])
    .execute()

/** Writes what signals have changed. The runs are locked. */
export async function updateNotified(tx: Executor, runs: readonly NotifiedRun[]): Promise<void> {
  if (runs.length === 0) return
  const rows = runs.map(({ id, due_at, awaits, awaits_of, earlier_events, events }) => ({
    run: id,
    due: due_at,
    kind: awaits,
    kind_of: awaits_of,
    earlier: earlier_events,
    got: events,
  }))
  const source = dialectOf(tx).records(rows, {
    run: 'int',
    due: 'int',
    kind: 'text',
    kind_of: 'text',
    earlier: 'text',
    got: 'text',
  })
  await sql`
    update automation_runs set due_at = r.due, awaits = r.kind, awaits_of = r.kind_of,
      earlier_events = r.earlier, events = r.got
    from ${source} as r where automation_runs.id = r.run
  `.execute(tx)
}
