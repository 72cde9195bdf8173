import { monotonicMs } from '../../core/clock.ts'
import { secondMs } from '../../core/time.ts'
import type { Service } from '../service.ts'

/** Between two calls of `wake`, a job writes a thousand rows tens of times. */
const wakeEveryMs = secondMs

/**
 * Wakes the workers for what a job has written: mails, signals. Some twenty kinds of work are looked for then,
 * which costs PostgreSQL as much as writing 300 contacts, so the steps of a job do not all wake them.
 */
export function createJobWaker({ wake }: Pick<Service, 'wake'>) {
  let wokenAt = Number.NEGATIVE_INFINITY
  return {
    afterStep(): void {
      const now = monotonicMs()
      if (now - wokenAt < wakeEveryMs) return
      wokenAt = now
      wake()
    },
    afterLast: wake,
  }
}
