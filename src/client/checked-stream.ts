import { Readable } from 'node:stream'
import { Failure } from '../core/failure.ts'
import { connectionErrorOf } from './connection-error.ts'
import { interruption } from './interruption.ts'

/**
 * Returns the same bytes, but throws a Failure if the response ends early instead of treating it as
 * complete.
 */
export function checkedStream(stream: Readable, url: string, signal?: AbortSignal): Readable {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* stream
    } catch (error) {
      if (signal?.aborted) throw interruption(signal, error)
      const { cause, reason } = connectionErrorOf(error, new URL(url))
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
