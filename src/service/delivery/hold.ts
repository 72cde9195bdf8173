import type { Clock } from '../../core/clock.ts'
import type { Outcome } from '../mail/outcome.ts'

const firstHoldMs = 5_000
const longestHoldMs = 5 * 60_000

/** While answers come in, a connection that is refused is the relay's limit and not its end. */
const freshMs = 10_000

export interface Hold {
  isOn(): boolean
  note(outcome: Outcome): void
}

/** Without a relay nothing is tried for a while, twice as long each time. */
export function createHold(clock: Clock): Hold {
  let answeredAt = Number.NEGATIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  let lengthMs = firstHoldMs

  const isOn = () => clock.now() < until

  return {
    isOn,
    note({ state }) {
      const now = clock.now()
      if (state !== 'unreachable') {
        answeredAt = now
        lengthMs = firstHoldMs
      } else if (!isOn() && now - answeredAt > freshMs) {
        until = now + lengthMs
        lengthMs = Math.min(lengthMs * 2, longestHoldMs)
      }
    },
  }
}
