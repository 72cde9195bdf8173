import { sql } from 'kysely'
import { isSendable } from '../contacts/sendable-store.ts'
import type { Executor } from '../database/dialect.ts'

interface RunQuery {
  accountId: number
  automationId: number
  version: number | undefined
  /** Only runs of these contacts. */
  contactIds: readonly number[] | undefined
  limit: number
}

export type RunRow = Awaited<ReturnType<typeof selectRuns>>[number]

/** Returns the newest runs. */
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

/** Returns the steps of each run, in order. */
export async function selectSteps(
  reader: Executor,
  accountId: number,
  runIds: readonly number[],
): Promise<Map<number, Step[]>> {
  const stepsOf = new Map<number, Step[]>(runIds.map((id) => [id, []]))
  if (runIds.length === 0) return stepsOf
  const rows = await reader
    .selectFrom('automation_steps')
    .select(['run_id', 'node', 'outcome', 'at'])
    .where('account_id', '=', accountId)
    .where('run_id', 'in', runIds)
    .orderBy('run_id')
    .orderBy('step')
    .execute()
  for (const { run_id, ...step } of rows) stepsOf.get(run_id)?.push(step)
  return stepsOf
}

/** Returns contacts of the account by id, or by address on any list. */
export async function selectContactsBy(
  db: Executor,
  accountId: number,
  by: { id: number } | { emailKey: string },
): Promise<{ id: number; list_id: number; status: string }[]> {
  const contacts = db
    .selectFrom('contacts')
    .select(['id', 'list_id', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('id')
  return 'id' in by
    ? contacts.where('id', '=', by.id).execute()
    : contacts.where('email_key', '=', by.emailKey).execute()
}

interface EnrollmentQuery {
  automationId: number
  listId: number
  /** Excludes contacts that have or had a run. */
  isOnce: boolean
}

/** Counts the contacts of the list that have not entered by being on it. */
export async function countEligible(
  reader: Executor,
  { automationId, listId, isOnce }: EnrollmentQuery,
): Promise<number> {
  // Each condition has its own index, and a combined condition would use neither.
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

/** Whether the automation has active runs. */
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
