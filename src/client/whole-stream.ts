import { Readable } from 'node:stream'
import { Failure } from '../core/failure.ts'
import { interruption } from './interruption.ts'
import { lossOf } from './loss.ts'

/** The same bytes; an answer that breaks off on its way is thrown as a Failure, never taken for its end. */
export function wholeStream(stream: Readable, url: string, signal?: AbortSignal): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* stream
    } catch (error) {
      if (signal?.aborted) throw interruption(signal, error)
      const { cause, reason } = lossOf(error, new URL(url))
      const values = { host: new URL(url).host, reason }
      throw new Failure(
        cause === 'timeout' ? 'timed_out' : 'broken_off',
        { values },
        { cause: error },
      )
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}
