import type { Readable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import { fileTooLarge, maxFileBytes } from '../http/file-body.ts'
import { appendChunk, deleteUpload, openUpload } from '../jobs/upload-store.ts'
import type { ListRef } from '../lists/store.ts'
import type { Service } from '../service.ts'

/** Bytes per insert: about a millisecond of SQLite. */
const chunkBytes = 256 * 1024

interface Received {
  jobId: number
  bytes: number
}

/**
 * Stores an upload in chunks, under a job that is not visible yet. Throws `body_too_large`. Any
 * error deletes the upload.
 */
export async function receiveUpload(
  { db, clock, wake }: Pick<Service, 'db' | 'clock' | 'wake'>,
  listRef: ListRef,
  file: Readable,
): Promise<Received> {
  const jobId = await openUpload(db, { ...listRef, kind: 'import', now: clock.now() })
  let position = 0
  let bytes = 0
  try {
    for await (const chunk of inChunks(file)) {
      bytes += chunk.length
      if (bytes > maxFileBytes) throw fileTooLarge()
      const isOpen = await appendChunk(db, { jobId, position, bytes: chunk }, clock.now())
      if (!isOpen) throw new Failure('unavailable')
      position++
    }
    return { jobId, bytes }
  } catch (error) {
    await deleteUpload(db, jobId)
    wake()
    throw error
  }
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

/** Reports a client that disconnects as `malformed`, not as an internal error. */
async function* untilLost(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (cause) {
    throw new Failure('malformed', {}, { cause })
  }
}
