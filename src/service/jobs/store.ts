import type { Job as JobView, jobKinds } from '../../contract/shapes/job.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { ListRef } from '../lists/store.ts'

export type JobKind = (typeof jobKinds)[number]
type JobStatus = JobView['status']

/** The progress of a job, saved in the transaction of the work it counts. */
export interface Progress {
  /** Null until it is known. */
  total: number | null
  processed: number
  created: number
  updated: number
  skipped: number
  failed: number
  /** Findings of a cleaning job, by check. */
  found: Record<string, number>
  /** Where to resume. Its meaning depends on the kind of job. */
  cursor: number
}

export const noProgress: Progress = {
  total: null,
  processed: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  found: {},
  cursor: 0,
}

/** The parameters that are shown for jobs of any kind. */
export interface SharedParams {
  dry_run?: boolean
  /** The header of the imported file, for the file of rejected rows. */
  header?: readonly string[]
  delimiter?: string
}

export interface Job {
  id: number
  kind: JobKind
  status: JobStatus
  params: SharedParams
  progress: Progress
  error: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

/** Excludes jobs whose file is still being uploaded. */
const jobsOf = (db: Executor, { accountId, listId }: ListRef) =>
  db
    .selectFrom('jobs')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('status', '!=', 'uploading')

const columns = [
  'id',
  'kind',
  'status',
  'params',
  'progress',
  'error',
  'created_at',
  'started_at',
  'finished_at',
] as const

interface JobQuery extends ListRef {
  limit: number
  order: 'asc' | 'desc'
  after?: number | undefined
  kind?: JobKind | undefined
  status?: JobStatus | undefined
}

export async function selectJobs(db: Executor, query: JobQuery): Promise<Job[]> {
  const { order, after, kind, status } = query
  let jobs = jobsOf(db, query)
    .select(columns)
    .orderBy('id', order)
    .limit(query.limit + 1)
  if (after !== undefined) jobs = jobs.where('id', order === 'asc' ? '>' : '<', after)
  if (kind) jobs = jobs.where('kind', '=', kind)
  if (status) jobs = jobs.where('status', '=', status)
  return (await jobs.execute()).map(readRow)
}

interface JobRef extends ListRef {
  jobId: number
}

export async function findJob(db: Executor, jobRef: JobRef): Promise<Job> {
  const row = await jobsOf(db, jobRef)
    .select(columns)
    .where('id', '=', jobRef.jobId)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return readRow(row)
}

/** Returns false if the job has ended or is not the list's. */
export async function cancelJob(tx: Executor, jobRef: JobRef, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ status: 'cancelled', claim: null, lease_until: 0, finished_at: now })
    .where('account_id', '=', jobRef.accountId)
    .where('list_id', '=', jobRef.listId)
    .where('id', '=', jobRef.jobId)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

interface StoredJob extends Pick<Job, 'id' | 'error'> {
  kind: string
  status: string
  params: string
  progress: string
  created_at: number
  started_at: number | null
  finished_at: number | null
}

const readRow = ({ kind, status, params, progress, ...row }: StoredJob): Job => ({
  ...row,
  kind: kind as JobKind, // only this module writes it
  status: status as JobStatus, // likewise, and `uploading` was excluded
  params: JSON.parse(params),
  progress: JSON.parse(progress),
})
