import type { Clock } from '../../core/clock.ts'
import { minuteMs } from '../../core/time.ts'
import type { Outcome } from '../mail/outcome.ts'

const firstOpenMs = 5_000
const maxOpenMs = 5 * minuteMs

/**
 * While other connections get answers, a refused connection means a connection limit, not that the
 * relay is down.
 */
const recentAnswerMs = 10_000

interface CircuitBreaker {
  isOpen(): boolean
  recordOutcome(outcome: Outcome): void
}

/** Stops sending while the relay is unreachable, each time twice as long as the last. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let answeredAt = Number.NEGATIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  let lengthMs = firstOpenMs

  const isOn = () => clock.now() < until

  return {
    isOpen: isOn,
    recordOutcome({ state }) {
      const now = clock.now()
      if (state !== 'unreachable') {
        answeredAt = now
        lengthMs = firstOpenMs
      } else if (!isOn() && now - answeredAt > recentAnswerMs) {
        until = now + lengthMs
        lengthMs = Math.min(lengthMs * 2, maxOpenMs)
      }
    },
  }
}
