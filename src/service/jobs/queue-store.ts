import { sql } from 'kysely'
import { randomToken } from '../../core/ids.ts'
import { minuteMs } from '../../core/time.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { type JobKind, noProgress, type Progress } from './store.ts'

/** Many times the duration of a step. Each step renews the lease. */
const leaseMs = 2 * minuteMs

/** Excludes jobs whose file is still being uploaded. */
const claimable = ['waiting', 'running']

/** Deaths of workers, and errors other than of the database, before a job fails: an hour or more. */
const maxAttempts = 10

interface NewJob {
  accountId: number
  listId: number
  kind: JobKind
  /** Parameters of the kind, stored as JSON. */
  params: object
  now: number
}

/** Inserts a waiting job and returns its id. */
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
  /** How many errors it met in a row. */
  failures: number
}

/** Claims the oldest job that waits or whose worker died. */
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
            .where('attempts', '<', maxAttempts)
            // An account with a running job waits for the others, however many jobs it has.
            .orderBy(sql`case when account_id in (select r.account_id from jobs r
              where r.finished_at is null and r.status = 'running') then 1 else 0 end`)
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
      'jobs.failures as failures',
    ])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      listId: row.list_id ?? 0,
      kind: row.kind as JobKind, // the column contains only kinds
      params: JSON.parse(row.params),
      progress: JSON.parse(row.progress),
      claim,
      failures: row.failures,
    }
  )
}

/** Saves the progress. Returns false if another worker owns the job or it was cancelled. */
export async function saveProgress(
  tx: Executor,
  { id, claim }: ClaimedJob,
  progress: Progress,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      progress: JSON.stringify(progress),
      lease_until: now + leaseMs,
      attempts: 0,
      failures: 0,
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export type JobEnd = { status: 'done' } | { status: 'failed'; error: string }

/** Ends the job. No effect if it was cancelled or another worker owns it. */
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

interface Delay {
  until: number
  /** The error is not the job's own, so it does not count as an attempt. */
  isOutage: boolean
}

/** Returns a job to the queue after an error. It is claimed again after the delay. */
export const delayJob = (db: Executor, { id, claim }: ClaimedJob, { until, isOutage }: Delay) =>
  db
    .updateTable('jobs')
    .set((job) => ({
      status: 'waiting',
      claim: null,
      lease_until: until,
      failures: job('failures', '+', 1),
      ...(isOutage && { attempts: 0 }),
    }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .execute()

/** Returns a job to the queue, because the process stops. */
export const releaseJob = (db: Executor, { id, claim }: ClaimedJob) =>
  db
    .updateTable('jobs')
    .set({
      status: 'waiting',
      claim: null,
      lease_until: 0,
      attempts: sql`case when attempts > 0 then attempts - 1 else 0 end`,
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .execute()

/**
 * Returns jobs whose lease expired before `deadline` to the queue. After the first death of a worker
 * they wait, a minute longer each time. Fails those that used up their attempts.
 */
export async function recoverJobs(db: Executor, deadline: number, now: number): Promise<void> {
  const open = db
    .updateTable('jobs')
    .where('finished_at', 'is', null)
    .where('status', 'in', claimable)
    .where('lease_until', '<', deadline)
  await open
    .set({ status: 'failed', error: 'internal', claim: null, lease_until: 0, finished_at: now })
    .where('attempts', '>=', maxAttempts)
    .execute()
  await open
    .set({
      status: 'waiting',
      claim: null,
      lease_until: sql`case when attempts > 1 then ${now} + (attempts - 1) * ${minuteMs} else 0 end`,
    })
    .where('status', '=', 'running')
    .execute()
}
