import { parseDuration } from '../../core/duration.ts'
import { Failure } from '../../core/failure.ts'
import { hourMs } from '../../core/time.ts'
import { outOfRange } from './live-settings.ts'

/** Reads a duration in milliseconds. */
export function readDuration(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  throw new Failure('usage', { problems: [{ field: `--${name}`, code: 'bad_duration' }] })
}

/** Longer than an hour is a mistake, and a timer takes 24 days at most. */
export function readStopTimeout(text: string | undefined): number | undefined {
  const ms = readDuration('stop-timeout', text)
  if (ms === undefined || ms <= hourMs) return ms
  throw new Failure('usage', {
    problems: [{ field: '--stop-timeout', code: 'too_large', values: { limit: '1h' } }],
  })
}

/** More would only fill the memory of the other side. */
const maxConnections = 1000

/** Reads a number of connections under the name of the installation's setting. */
export function countOf<Name extends string>(
  flag: string,
  count: number | undefined,
  name: Name,
): { [Key in Name]?: number } {
  if (count === undefined) return {}
  if (!Number.isInteger(count) || count < 1) throw outOfRange(flag, 'too_small', 1)
  if (count > maxConnections) throw outOfRange(flag, 'too_large', maxConnections)
  return { [name]: count } as { [Key in Name]?: number } // one key, of this type
}
