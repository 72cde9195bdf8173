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

interface AwaitingRun {
  id: number
  contact_id: number
  awaits: string | null
  awaits_of: string | null
}

/** Returns runs of these contacts that wait for an event. */
export async function selectAwaitingRuns(
  tx: Executor,
  contacts: readonly number[],
): Promise<AwaitingRun[]> {
  const { rows } = await sql<AwaitingRun>`
    select id, contact_id, awaits, awaits_of from automation_runs
    where contact_id in ${idsIn(tx, [...new Set(contacts)])} and ${isWaiting} and awaits is not null
    order by id
  `.execute(tx)
  return rows
}

/** Ends the wait of runs. */
export async function resumeRuns(tx: Executor, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update automation_runs set awaits = null, awaits_of = null, due_at = ${now}
    where id in ${idsIn(tx, ids)} and ${isWaiting} and awaits is not null
  `.execute(tx)
}
