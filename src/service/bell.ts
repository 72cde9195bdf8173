import type { Clock } from '../core/clock.ts'

/** What a loop waits at: somebody rings, or the time is over. */
export interface Bell {
  ring(): void
  /** At once when it was rung since the last wait. */
  wait(ms: number): Promise<void>
}

export function createBell(clock: Clock): Bell {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms) {
      if (!rung) {
        const waiting = new AbortController()
        // Without a reason it would make an error, with the stack of whoever rings.
        wake = () => waiting.abort('rung')
        await clock.sleep(ms, waiting.signal)
        wake = undefined
      }
      rung = false
    },
  }
}
