import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { ListPlace } from '../lists/store.ts'
import type { JobKind, JobStatus, Progress } from './job.ts'

/** What params of any kind may say to those who only look at a job. */
export interface SharedParams {
  dry_run?: boolean
  /** Of the file that its rejects come from. */
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

/** Of one whose file is still coming in nobody knows. */
const jobsOf = (db: Executor, { accountId, listId }: ListPlace) =>
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

export interface JobQuery extends ListPlace {
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

export interface JobPlace extends ListPlace {
  jobId: number
}

export async function findJob(db: Executor, place: JobPlace): Promise<Job> {
  const row = await jobsOf(db, place)
    .select(columns)
    .where('id', '=', place.jobId)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return readRow(row)
}

/** False when it has ended, or is none of the list's. */
export async function cancelJob(tx: Executor, place: JobPlace, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ status: 'cancelled', claim: null, lease_until: 0, finished_at: now })
    .where('account_id', '=', place.accountId)
    .where('list_id', '=', place.listId)
    .where('id', '=', place.jobId)
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
  kind: kind as JobKind, // written by us
  status: status as JobStatus, // likewise, and the one that is not shown was left out
  params: JSON.parse(params),
  progress: JSON.parse(progress),
})
