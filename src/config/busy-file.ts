import { pauseThread } from '../core/clock.ts'
import { busyCodes } from './host.ts'

/** A scanner holds a new file for some milliseconds, an editor for as long as it is open. */
const pausesMs = [10, 20, 40, 80, 160]

/**
 * Does something with a file, and again after a moment while another program has the file open:
 * Windows does not let a file be replaced or removed then.
 */
export function whenFree<Result>(work: () => Result, codes = busyCodes): Result {
  for (const pauseMs of pausesMs) {
    try {
      return work()
    } catch (error) {
      if (!codes.has((error as NodeJS.ErrnoException).code ?? '')) throw error
      pauseThread(pauseMs)
    }
  }
  return work()
}
