import type { Clock, SleepSignal } from '../core/clock.ts'

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
        const interruption = new Interruption()
        wake = () => interruption.interrupt()
        await clock.sleep(ms, interruption)
        wake = undefined
      }
      const wasNotified = isNotified
      isNotified = false
      return wasNotified
    },
  }
}

/**
 * Ends one sleep. An `AbortController` would do the same, but creates three objects and an event, which is a
 * fiftieth of the dispatcher's time at full speed.
 */
class Interruption implements SleepSignal {
  aborted = false
  #end: (() => void) | undefined

  interrupt(): void {
    this.aborted = true
    this.#end?.()
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#end = listener
  }

  removeEventListener(): void {
    this.#end = undefined
  }
}
