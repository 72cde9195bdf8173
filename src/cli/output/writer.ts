import type { Writable } from 'node:stream'
import { Failure } from '../../core/failure.ts'

export interface Writer {
  /**
   * Resolves when the chunk was written, so at most one is pending. Does nothing after the reader
   * has gone.
   */
  write(chunk: string | Uint8Array): Promise<void>
  /** The reader has gone (`| head`), so nothing more needs to be fetched. */
  isClosed(): boolean
}

/** The error codes for a closed reader (EOF is used by Windows). */
const goneCodes = new Set(['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED'])

export function createWriter(stream: Writable): Writer {
  let isClosed = false
  swallowErrors(stream)

  function complete(error: NodeJS.ErrnoException | null | undefined): void {
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
            complete(error)
            resolve()
          } catch (failure) {
            reject(failure)
          }
        })
      }),
  }
}

/**
 * Failed writes report to their own callbacks. Without a listener, the same error would end the
 * process.
 */
export function swallowErrors(stream: Writable): void {
  stream.on('error', () => {})
}

const asFailure = (cause: NodeJS.ErrnoException): Error =>
  cause.code === 'ENOSPC' ? new Failure('disk_full', {}, { cause }) : cause
