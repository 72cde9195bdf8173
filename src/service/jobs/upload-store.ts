import { sql } from 'kysely'
import { minuteMs } from '../../core/time.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { whileMore } from '../database/slices.ts'
import type { ListRef } from '../lists/store.ts'
import type { JobRun } from './job.ts'
import { type JobKind, noProgress } from './store.ts'

/** The status of a job whose file is still being uploaded. It is not visible. */
const uploading = 'uploading'

/** How long a client may be silent before its upload is deleted. Each chunk renews the lease. */
const leaseMs = 2 * minuteMs

/** Chunks deleted at once: 4 MB, a few milliseconds of SQLite. */
const deletedAtOnce = 16

/** Creates the job that an upload belongs to and returns its id. */
export async function openUpload(
  db: Executor,
  { accountId, listId, kind, now }: ListRef & { kind: JobKind; now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('jobs')
    .values({
      account_id: accountId,
      list_id: listId,
      kind,
      status: uploading,
      params: '{}',
      progress: JSON.stringify(noProgress),
      claim: null,
      lease_until: now + leaseMs,
      created_at: now,
      started_at: null,
      finished_at: null,
      error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns how many files of an account are being uploaded. */
export async function countUploads(db: Executor, accountId: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .where('status', '=', uploading)
    .where('lease_until', '>=', now)
    .executeTakeFirstOrThrow()
  return count
}

interface UploadChunk {
  accountId: number
  jobId: number
  position: number
  bytes: Uint8Array
}

/** Stores a chunk. Returns false if the upload was deleted meanwhile. */
export async function appendChunk(db: Executor, chunk: UploadChunk, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set((job) => ({
      lease_until: now + leaseMs,
      upload_bytes: job('upload_bytes', '+', chunk.bytes.length),
    }))
    .where('id', '=', chunk.jobId)
    .where('status', '=', uploading)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  const { accountId: account_id, jobId: job_id, position, bytes } = chunk
  await db.insertInto('uploads').values({ account_id, job_id, position, bytes }).execute()
  return true
}

/**
 * Completes an upload, so that its job waits for a worker. Returns false if it was deleted
 * meanwhile.
 */
export async function completeUpload(
  tx: Executor,
  { jobId, params }: { jobId: number; params: object },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ status: 'waiting', params: JSON.stringify(params), lease_until: 0 })
    .where('id', '=', jobId)
    .where('status', '=', uploading)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes the job of an upload. Its chunks are deleted later. */
export const deleteUpload = (db: Executor, jobId: number) =>
  db.deleteFrom('jobs').where('id', '=', jobId).where('status', '=', uploading).execute()

/** Deletes uploads whose lease expired before `deadline`. */
export const deleteStaleUploads = (db: Executor, deadline: number) =>
  db
    .deleteFrom('jobs')
    .where('status', '=', uploading)
    .where('lease_until', '<', deadline)
    .execute()

/** Yields the chunks of a file. */
export async function* readUpload(
  db: Executor,
  { id, accountId }: Pick<JobRun, 'id' | 'accountId'>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const chunk = await db
      .selectFrom('uploads')
      .select('bytes')
      .where('account_id', '=', accountId)
      .where('job_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!chunk) return
    yield chunk.bytes
  }
}

/** Deletes the files of finished and deleted jobs, a few chunks at a time. */
export const deleteFinishedUploads = (db: Executor): Promise<void> =>
  whileMore(async () => {
    const found = await db
      .selectFrom('uploads')
      .leftJoin('jobs', 'jobs.id', 'uploads.job_id')
      .select(['uploads.job_id as job_id', 'uploads.position as position'])
      .where((where) =>
        where.or([where('jobs.id', 'is', null), where('finished_at', 'is not', null)]),
      )
      .limit(deletedAtOnce)
      .execute()
    if (found.length === 0) return false
    const source = dialectOf(db).records(found, { job_id: 'int', position: 'int' })
    await sql`
      delete from uploads where (job_id, position) in (select job_id, position from ${source} as r)
    `.execute(db)
    return found.length === deletedAtOnce
  })
