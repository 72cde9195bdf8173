import { sql } from 'kysely'
import { randomToken } from '../../core/ids.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { type JobKind, noProgress, type Progress } from './job.ts'

/** Many times what a step takes; each step renews it. */
const leaseMs = 2 * 60_000

/** Not those whose file is still coming in. */
const claimable = ['waiting', 'running']

/** How often a job is begun again without a step in between before it is given up. */
const mostAttempts = 5

export interface NewJob {
  accountId: number
  listId: number
  kind: JobKind
  /** What the kind needs to know, as JSON. */
  params: object
  now: number
}

/** A job that waits for a worker; its number. */
export async function insertJob(
  tx: Executor,
  { accountId, listId, kind, params, now }: NewJob,
): Promise<number> {
  const { id } = await tx
    .insertInto('jobs')
    .values({
      account_id: accountId,
      list_id: listId,
      kind,
      status: 'waiting',
      params: JSON.stringify(params),
      progress: JSON.stringify(noProgress),
      claim: null,
      lease_until: 0,
      created_at: now,
      started_at: null,
      finished_at: null,
      error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface ClaimedJob {
  id: number
  accountId: number
  listId: number
  kind: JobKind
  params: unknown
  progress: Progress
  claim: string
}

/** The oldest job that waits, or whose worker is dead, for this process alone. */
export async function claimJob(db: Executor, now: number): Promise<ClaimedJob | undefined> {
  const claim = randomToken(12)
  const { skipLocked } = dialectOf(db)
  const row = await db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        skipLocked(
          query
            .selectFrom('jobs')
            .select('jobs.id as due_id')
            .where('finished_at', 'is', null)
            .where('status', 'in', claimable)
            .where('lease_until', '<', now)
            .where('attempts', '<', mostAttempts)
            .orderBy('id')
            .limit(1),
        ),
    )
    .updateTable('jobs')
    .from('due')
    .set((job) => ({
      status: 'running',
      claim,
      lease_until: now + leaseMs,
      attempts: job('attempts', '+', 1),
      started_at: sql`coalesce(started_at, ${now})`,
    }))
    .whereRef('jobs.id', '=', 'due.due_id')
    .returning([
      'jobs.id as id',
      'jobs.account_id as account_id',
      'jobs.list_id as list_id',
      'jobs.kind as kind',
      'jobs.params as params',
      'jobs.progress as progress',
    ])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      listId: row.list_id ?? 0,
      kind: row.kind as JobKind, // the column holds nothing but kinds
      params: JSON.parse(row.params),
      progress: JSON.parse(row.progress),
      claim,
    }
  )
}

/** False when the job is not this worker's any more. */
export async function keepProgress(
  tx: Executor,
  { id, claim }: ClaimedJob,
  progress: Progress,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ progress: JSON.stringify(progress), lease_until: now + leaseMs, attempts: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export type JobEnd = { status: 'done' } | { status: 'failed'; error: string }

/** Nothing happens when it was cancelled meanwhile, or another worker has it. */
export async function endJob(
  db: Executor,
  { id, claim }: ClaimedJob,
  end: JobEnd,
  now: number,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ ...end, claim: null, lease_until: 0, finished_at: now })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .execute()
}

/** Back to those that wait: its process is stopping, or something failed that may pass. */
export const giveBack = (db: Executor, { id, claim }: ClaimedJob) =>
  db
    .updateTable('jobs')
    .set({ status: 'waiting', claim: null, lease_until: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .execute()

/** Jobs of workers that died before `deadline` wait again; one that failed each of them is given up. */
export async function recoverJobs(db: Executor, deadline: number, now: number): Promise<void> {
  const open = db
    .updateTable('jobs')
    .where('finished_at', 'is', null)
    .where('status', 'in', claimable)
    .where('lease_until', '<', deadline)
  await open
    .set({ status: 'failed', error: 'internal', claim: null, lease_until: 0, finished_at: now })
    .where('attempts', '>=', mostAttempts)
    .execute()
  await open
    .set({ status: 'waiting', claim: null, lease_until: 0 })
    .where('status', '=', 'running')
    .execute()
}
