import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'

/** In the words of the indexes, which SQLite only then uses. */
const isRunning = sql<boolean>`automations.status in ('active', 'draining')`
export const isWaiting = sql<boolean>`automation_runs.state = 'waiting'`

/** Of an account that is suspended nothing moves. */
export const isOfActiveAccount = sql<boolean>`exists (
  select 1 from accounts where accounts.id = automations.account_id and accounts.status = 'active'
)`

export interface Running {
  id: number
  accountId: number
  version: number
  status: string
  existingAfter: number | null
  datesUntil: number | null
  /** Since when contacts may enter. */
  activatedAt: number
  exits: boolean
  /** Somebody's next step is due. */
  isDue: boolean
}

/** All that have people on their way or let people in. */
export async function selectRunning(db: Executor, now: number): Promise<Running[]> {
  const rows = await db
    .selectFrom('automations')
    .select(({ selectFrom }) => [
      'id',
      'account_id',
      'version',
      'status',
      'existing_after',
      'dates_until',
      'activated_at',
      'exits',
      selectFrom('automation_runs')
        .select('due_at')
        .whereRef('automation_id', '=', 'automations.id')
        .where(isWaiting)
        .orderBy('due_at')
        .limit(1)
        .as('first_due'),
    ])
    .where(isRunning)
    .where(isOfActiveAccount)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    status: row.status,
    existingAfter: row.existing_after,
    datesUntil: row.dates_until,
    activatedAt: row.activated_at ?? 0,
    exits: row.exits === 1,
    isDue: row.first_due !== null && row.first_due <= now,
  }))
}

export interface Open {
  id: number
  accountId: number
  version: number
  activatedAt: number
}

/** Those that people of these accounts may enter. */
export async function selectOpen(db: Executor, accounts: readonly number[]): Promise<Open[]> {
  if (accounts.length === 0) return []
  const rows = await db
    .selectFrom('automations')
    .select(['id', 'account_id', 'version', 'activated_at'])
    .where('account_id', 'in', accounts)
    .where('status', '=', 'active')
    .where(isOfActiveAccount)
    .orderBy('id')
    .execute()
  return rows.map(({ id, account_id, version, activated_at }) => ({
    id,
    accountId: account_id,
    version,
    activatedAt: activated_at ?? 0,
  }))
}

/** How far those who were on the list already were let in; null: all of them. While anybody may enter. */
export const setExistingAfter = (tx: Executor, automation: number, contact: number | null) =>
  tx
    .updateTable('automations')
    .set({ existing_after: contact })
    .where('id', '=', automation)
    .where('existing_after', 'is not', null)
    .where('status', '=', 'active')
    .where(isOfActiveAccount)
    .execute()

export const setDatesUntil = (tx: Executor, automation: number, until: number) =>
  tx.updateTable('automations').set({ dates_until: until }).where('id', '=', automation).execute()

/** Nobody is on the way any more. */
export const stopDrained = (tx: Executor, automation: number, now: number) =>
  tx
    .updateTable('automations')
    .set({ status: 'stopped', exits: 0, updated_at: now })
    .where('id', '=', automation)
    .where('status', '=', 'draining')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('automation_runs')
            .select('automation_runs.id')
            .whereRef('automation_runs.automation_id', '=', 'automations.id')
            .where(isWaiting),
        ),
      ),
    )
    .execute()

/** The next of a list who are active. */
export async function selectMembers(
  db: Executor,
  { accountId, listId, after }: { accountId: number; listId: number; after: number },
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('status', '=', 'active')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
