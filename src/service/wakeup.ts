import type { Clock } from '../core/clock.ts'

/** Lets a loop sleep until a notification or a timeout. */
export interface Wakeup {
  notify(): void
  /**
   * Returns at once if there was a notification since the last wait. Resolves to whether there was one.
   */
  wait(ms: number): Promise<boolean>
}

export function createWakeup(clock: Clock): Wakeup {
  let isNotified = false
  let wake: (() => void) | undefined
  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait(ms) {
      if (!isNotified) {
        const waiting = new AbortController()
        // Without a reason, abort creates an error with the stack of the caller.
        wake = () => waiting.abort('notified')
        await clock.sleep(ms, waiting.signal)
        wake = undefined
      }
      const wasNotified = isNotified
      isNotified = false
      return wasNotified
    },
  }
}
