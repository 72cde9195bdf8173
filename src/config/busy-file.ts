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
      pause(pauseMs)
    }
  }
  return work()
}

/** Pauses the thread, because locks and journals are written synchronously. */
const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
