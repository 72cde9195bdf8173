import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { whileMore } from '../database/slices.ts'
import type { ListPlace } from '../lists/store.ts'
import { type JobKind, noProgress } from './job.ts'

/** Seen by nobody: the job is there, and its file is still coming in. */
const uploading = 'uploading'

/** How long a sender may be silent before what has come is thrown away; each piece renews it. */
const leaseMs = 2 * 60_000

/** Pieces deleted at once: 4 MB, a few milliseconds of SQLite. */
const deletedAtOnce = 16

/** A place for a file: a job that waits for it. */
export async function openUpload(
  db: Executor,
  { accountId, listId, kind, now }: ListPlace & { kind: JobKind; now: number },
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

export interface Piece {
  jobId: number
  position: number
  bytes: Uint8Array
}

/** False when its upload was given up meanwhile. */
export async function addPiece(db: Executor, piece: Piece, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ lease_until: now + leaseMs })
    .where('id', '=', piece.jobId)
    .where('status', '=', uploading)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  const { jobId: job_id, position, bytes } = piece
  await db.insertInto('uploads').values({ job_id, position, bytes }).execute()
  return true
}

/** The file is whole: its job waits for a worker. False when it was given up meanwhile. */
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

/** Its pieces go when they are swept. */
export const dropUpload = (db: Executor, jobId: number) =>
  db.deleteFrom('jobs').where('id', '=', jobId).where('status', '=', uploading).execute()

/** Of senders that were not heard since `deadline`. */
export const dropStaleUploads = (db: Executor, deadline: number) =>
  db
    .deleteFrom('jobs')
    .where('status', '=', uploading)
    .where('lease_until', '<', deadline)
    .execute()

/** The file, a piece at a time. */
export async function* readUpload(db: Executor, jobId: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const piece = await db
      .selectFrom('uploads')
      .select('bytes')
      .where('job_id', '=', jobId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) return
    yield piece.bytes
  }
}

/** Deletes the files of jobs that need them no more, a few pieces at a time. */
export const sweepUploads = (db: Executor): Promise<void> =>
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
