import { parseDuration } from '../../core/duration.ts'
import { Failure } from '../../core/failure.ts'

/** Reads the duration of a flag as milliseconds. Throws Failure `usage` with the name of the flag. */
export function readDuration(text: string, flag: string): number {
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  throw new Failure('usage', { problems: [{ field: flag, code: 'bad_duration' }] })
}
