import type { Clock } from '../../src/core/clock.ts'

export interface TestClock extends Clock {
  /** Moves the time forward and wakes the sleepers that are due. */
  advance(ms: number): void
}

/** A clock that moves only when a test calls `advance`. */
export function testClock(start = Date.parse('2027-03-01T09:00:00Z')): TestClock {
  let now = start
  const sleepers = new Set<{ at: number; wake: () => void }>()
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper = { at: now + ms, wake: done }
        function done() {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        signal?.addEventListener('abort', done, { once: true })
        sleepers.add(sleeper)
      }),
    advance(ms) {
      now += ms
      for (const sleeper of [...sleepers]) if (sleeper.at <= now) sleeper.wake()
    },
  }
}
