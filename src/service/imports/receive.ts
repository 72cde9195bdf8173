import type { Readable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import { fileTooLarge, largestFile } from '../http/file-body.ts'
import { addPiece, dropUpload, openUpload } from '../jobs/upload-store.ts'
import type { ListPlace } from '../lists/store.ts'
import type { Service } from '../service.ts'

/** Written to the database at once: about a millisecond of SQLite. */
const pieceBytes = 256 * 1024

export interface Received {
  jobId: number
  bytes: number
}

/**
 * Takes a file in, a piece at a time, under a job that nobody sees yet. Throws body_too_large; whatever
 * stops it leaves nothing behind.
 */
export async function receiveUpload(
  { db, clock, wake }: Pick<Service, 'db' | 'clock' | 'wake'>,
  place: ListPlace,
  file: Readable,
): Promise<Received> {
  const jobId = await openUpload(db, { ...place, kind: 'import', now: clock.now() })
  let position = 0
  let bytes = 0
  try {
    for await (const piece of inPieces(file)) {
      bytes += piece.length
      if (bytes > largestFile) throw fileTooLarge()
      const isOpen = await addPiece(db, { jobId, position, bytes: piece }, clock.now())
      if (!isOpen) throw new Failure('unavailable')
      position++
    }
    return { jobId, bytes }
  } catch (error) {
    await dropUpload(db, jobId)
    wake()
    throw error
  }
}

async function* inPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of untilLost(file)) {
    held.push(chunk)
    length += chunk.length
    if (length < pieceBytes) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}

/** Whoever goes away in the middle of a file gets no answer, and it is no fault of ours. */
async function* untilLost(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (cause) {
    throw new Failure('malformed', {}, { cause })
  }
}
