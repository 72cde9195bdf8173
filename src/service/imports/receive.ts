import type { Readable } from 'node:stream'
import { mebibyte } from '../../core/bytes.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import { fileTooLarge, maxFileBytes, untilLost } from '../http/file-body.ts'
import { appendChunk, countUploads, deleteUpload, openUpload } from '../jobs/upload-store.ts'
import type { ListRef } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { refuseBeyondStorage } from '../users/storage.ts'

/** Bytes per insert: about a millisecond of SQLite. */
const chunkBytes = 256 * 1024

/** How often the limits of the account and of the disk are checked while a file arrives. */
const checkedBytes = 4 * mebibyte

/** An upload takes seconds. */
const retryAfterSeconds = 5

interface Received {
  jobId: number
  bytes: number
}

/**
 * Stores an upload in chunks, under a job that is not visible yet. Throws `body_too_large`,
 * `too_many_uploads`, `storage_exceeded` and `disk_full`. Any error deletes the upload.
 */
export async function receiveUpload(
  { db, clock, wake }: Pick<Service, 'db' | 'clock' | 'wake'>,
  listRef: ListRef,
  file: Readable,
): Promise<Received> {
  const { accountId } = listRef
  const jobId = await inTransaction(db, (tx) => open(tx, listRef, clock.now()))
  let position = 0
  let bytes = 0
  let checked = 0
  try {
    for await (const chunk of inChunks(file)) {
      bytes += chunk.length
      if (bytes > maxFileBytes) throw fileTooLarge()
      const upload = { accountId, jobId, position, bytes: chunk }
      const isOpen = await appendChunk(db, upload, clock.now())
      if (!isOpen) throw new Failure('unavailable')
      position++
      if (bytes - checked < checkedBytes) continue
      checked = bytes
      await inTransaction(db, (tx) => refuseBeyondStorage(tx, accountId))
    }
    return { jobId, bytes }
  } catch (error) {
    await deleteUpload(db, jobId)
    wake()
    throw error
  }
}

async function open(tx: Executor, listRef: ListRef, now: number): Promise<number> {
  const jobId = await openUpload(tx, { ...listRef, kind: 'import', now })
  const { accountId } = listRef
  const { uploadsAtOnce: limit } = await refuseBeyondStorage(tx, accountId)
  if ((await countUploads(tx, accountId, now)) > limit) {
    throw new Failure('too_many_uploads', { values: { limit }, retryAfterSeconds })
  }
  return jobId
}

async function* inChunks(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let length = 0
  for await (const part of untilLost(file)) {
    buffered.push(part)
    length += part.length
    if (length < chunkBytes) continue
    yield Buffer.concat(buffered)
    buffered = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(buffered)
}
