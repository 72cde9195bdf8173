import type { Writable } from 'node:stream'
import { Failure } from '../../core/failure.ts'

export interface Writer {
  /** Resolves when the chunk has left: at most one is under way. Does nothing once the reader is gone. */
  write(chunk: string | Uint8Array): Promise<void>
  /** The reader has gone (`| head`): nothing more needs to be fetched. */
  isClosed(): boolean
}

/** How a system says that nobody reads any more (EOF is Windows'). */
const goneCodes = new Set(['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED'])

export function createWriter(stream: Writable): Writer {
  let isClosed = false
  swallowErrors(stream)

  function settle(error: NodeJS.ErrnoException | null | undefined): void {
    if (!error) return
    if (!goneCodes.has(error.code ?? '')) throw asFailure(error)
    isClosed = true
  }

  return {
    isClosed: () => isClosed,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        if (isClosed || chunk.length === 0) return resolve()
        stream.write(chunk, (error) => {
          try {
            settle(error)
            resolve()
          } catch (failure) {
            reject(failure)
          }
        })
      }),
  }
}

/** Every failed write reports to its own callback; without a listener the same error kills the process. */
export function swallowErrors(stream: Writable): void {
  stream.on('error', () => {})
}

const asFailure = (cause: NodeJS.ErrnoException): Error =>
  cause.code === 'ENOSPC' ? new Failure('disk_full', {}, { cause }) : cause
