import { sql } from 'kysely'
import { quarterHourMs } from '../../../core/time.ts'
import type { Executor } from '../../database/dialect.ts'

/** These conditions match the wording of partial indexes, which SQLite otherwise does not use. */
const isRunning = sql<boolean>`automations.status in ('active', 'draining')`
export const isWaiting = sql<boolean>`automation_runs.state = 'waiting'`

/** The automations of a suspended account stand still. */
export const isOfActiveAccount = sql<boolean>`exists (
  select 1 from accounts where accounts.id = automations.account_id and accounts.status = 'active'
)`

export interface RunningAutomation {
  id: number
  accountId: number
  version: number
  status: string
  existingAfter: number | null
  /** The time at which the enrollment of existing contacts began. */
  existingSince: number
  /** Until when dates were checked. Only automations with such a trigger have it. */
  datesUntil: number | null
  /** The time from which contacts may enter. */
  activatedAt: number
  exits: boolean
  /** Some run has a step that is due. */
  isDue: boolean
}

/**
 * Returns the automations that have something to do: runs that are due, dates to check, existing
 * contacts that enter, or runs to end.
 */
export async function selectDueAutomations(
  db: Executor,
  now: number,
): Promise<RunningAutomation[]> {
  const quarter = now - (now % quarterHourMs)
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom('automations')
        .select(({ selectFrom }) => [
          'id',
          'account_id',
          'version',
          'status',
          'existing_after',
          'existing_since',
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
        .as('running'),
    )
    .selectAll()
    .where(({ eb, or }) =>
      or([
        eb('first_due', '<=', now),
        eb('status', '=', 'draining'),
        eb('existing_after', 'is not', null),
        eb('dates_until', '<', quarter),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    status: row.status,
    existingAfter: row.existing_after,
    existingSince: row.existing_since ?? 0,
    datesUntil: row.dates_until,
    activatedAt: row.activated_at ?? 0,
    exits: row.exits === 1,
    isDue: row.first_due !== null && row.first_due <= now,
  }))
}

export interface OpenAutomation {
  id: number
  accountId: number
  version: number
  activatedAt: number
}

/** Returns the automations that contacts of these accounts may enter. */
export async function selectOpenAutomations(
  db: Executor,
  accounts: readonly number[],
): Promise<OpenAutomation[]> {
  if (accounts.length === 0) return []
  const rows = await db
    .selectFrom('automations')
    .select(['id', 'account_id', 'version', 'activated_at'])
    .where('account_id', 'in', accounts)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  return rows.map(({ id, account_id, version, activated_at }) => ({
    id,
    accountId: account_id,
    version,
    activatedAt: activated_at ?? 0,
  }))
}

/**
 * Saves how far existing contacts have entered; null: all of them. Only while the automation is
 * active.
 */
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

/** Stops a draining automation that has no active runs. */
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

interface ExistingContacts {
  automationId: number
  accountId: number
  listId: number
  /** The last contact that has entered. */
  after: number
  since: number
}

/**
 * Returns the next active contacts that were on a list at a time. Leaves out those that joined since,
 * by a move or a confirmation too: their signal lets them enter, or already has.
 */
export async function selectExistingContacts(
  db: Executor,
  { automationId, accountId, listId, after, since }: ExistingContacts,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('status', '=', 'active')
    .where('id', '>', after)
    .where('created_at', '<=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('signals')
            .select('signals.id')
            .whereRef('signals.contact_id', '=', 'contacts.id')
            .where('signals.kind', '=', 'joined')
            .where('signals.at', '>=', since),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('automation_runs')
            .select('automation_runs.id')
            .whereRef('automation_runs.contact_id', '=', 'contacts.id')
            .where('automation_runs.automation_id', '=', automationId)
            .where('automation_runs.entered_at', '>=', since),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
