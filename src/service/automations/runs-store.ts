import { sql } from 'kysely'
import { isSendable } from '../contacts/sendable-store.ts'
import type { Executor } from '../database/dialect.ts'

export interface RunQuery {
  accountId: number
  automationId: number
  version: number | undefined
  /** Only runs of these. */
  contactIds: readonly number[] | undefined
  limit: number
}

export type ShownRun = Awaited<ReturnType<typeof selectRuns>>[number]

/** The newest. */
export async function selectRuns(
  reader: Executor,
  { accountId, automationId, version, contactIds, limit }: RunQuery,
) {
  let runs = reader
    .selectFrom('automation_runs')
    .leftJoin('contacts', 'contacts.id', 'automation_runs.contact_id')
    .select([
      'automation_runs.id',
      'automation_runs.contact_id',
      'contacts.email',
      'automation_runs.version',
      'automation_runs.node',
      'automation_runs.state',
      'automation_runs.ended_by',
      'automation_runs.entered_at',
      'automation_runs.due_at',
      'automation_runs.ended_at',
    ])
    .where('automation_runs.automation_id', '=', automationId)
    .where('automation_runs.account_id', '=', accountId)
    .orderBy('automation_runs.id', 'desc')
    .limit(limit)
  if (version !== undefined) runs = runs.where('automation_runs.version', '=', version)
  if (contactIds) runs = runs.where('automation_runs.contact_id', 'in', contactIds)
  return runs.execute()
}

export interface Step {
  node: string
  outcome: string
  at: number
}

/** The way of each run, step by step. */
export async function stepsOf(
  reader: Executor,
  runIds: readonly number[],
): Promise<Map<number, Step[]>> {
  const ways = new Map<number, Step[]>(runIds.map((id) => [id, []]))
  if (runIds.length === 0) return ways
  const rows = await reader
    .selectFrom('automation_steps')
    .select(['run_id', 'node', 'outcome', 'at'])
    .where('run_id', 'in', runIds)
    .orderBy('run_id')
    .orderBy('step')
    .execute()
  for (const { run_id, ...step } of rows) ways.get(run_id)?.push(step)
  return ways
}

/** Contacts of the account by number, or by address on whichever list. */
export async function selectContactsNamed(
  db: Executor,
  accountId: number,
  named: { id: number } | { emailKey: string },
): Promise<{ id: number; list_id: number; status: string }[]> {
  const contacts = db
    .selectFrom('contacts')
    .select(['id', 'list_id', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('id')
  return 'id' in named
    ? contacts.where('id', '=', named.id).execute()
    : contacts.where('email_key', '=', named.emailKey).execute()
}

export interface Entrants {
  automationId: number
  listId: number
  /** Who has a run, or had one, stays out. */
  isOnce: boolean
}

/** Those on the list who have not entered by being on it. */
export async function countEntrants(
  reader: Executor,
  { automationId, listId, isOnce }: Entrants,
): Promise<number> {
  // Each has its own index, which the two of them in one question would not use.
  const isNew = sql`not exists (
    select 1 from automation_runs r
    where r.automation_id = ${automationId} and r.entry_key = 'list:' || contacts.id
  )`
  const isFree = sql`not exists (
    select 1 from automation_runs r
    where r.automation_id = ${automationId} and r.place_key = 'c' || contacts.id
  )`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contacts
    where contacts.list_id = ${listId} and ${isSendable}
      and ${isNew}${isOnce ? sql` and ${isFree}` : sql``}
  `.execute(reader)
  return rows[0]?.count ?? 0
}

/** Whether somebody is on the way. */
export async function hasWaitingRuns(db: Executor, automationId: number): Promise<boolean> {
  const waiting = await db
    .selectFrom('automation_runs')
    .select('id')
    .where('automation_id', '=', automationId)
    .where(sql<boolean>`state = 'waiting'`)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}
