import type { Clock } from '../../../core/clock.ts'
import { minuteMs } from '../../../core/time.ts'
import type { RelayTrouble } from '../../processes/store.ts'
import type { Outcome } from '../../smtp/outcome.ts'

const firstOpenMs = 5_000
const maxOpenMs = 5 * minuteMs

/**
 * While other connections get answers, a refused connection means a connection limit, not that the
 * relay is down.
 */
const recentAnswerMs = 10_000

/** Tries follow each pause at once, unless nothing is due any more. Then the state of the relay is unknown. */
const forgetMs = 5 * minuteMs

interface CircuitBreaker {
  isOpen(): boolean
  recordOutcome(outcome: Outcome): void
  /** Set from the first opening to the next answer, or until nothing has been tried for minutes. */
  trouble(): RelayTrouble | undefined
}

/** Stops sending while the relay is unreachable, each time twice as long as the last. */
export function createCircuitBreaker(
  clock: Clock,
  onChange: (trouble: RelayTrouble | undefined) => void = () => {},
): CircuitBreaker {
  let answeredAt = Number.NEGATIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  let lengthMs = firstOpenMs
  let trouble: RelayTrouble | undefined

  const isOn = () => clock.now() < until

  const current = () => (clock.now() < until + forgetMs ? trouble : undefined)

  function change(next: RelayTrouble | undefined): void {
    trouble = next
    onChange(next)
  }

  return {
    isOpen: isOn,
    trouble: current,
    recordOutcome({ state, response }) {
      const now = clock.now()
      if (state !== 'unreachable') {
        answeredAt = now
        lengthMs = firstOpenMs
        if (trouble) change(undefined)
      } else if (!isOn() && now - answeredAt > recentAnswerMs) {
        const isKnown = current() !== undefined
        until = now + lengthMs
        lengthMs = Math.min(lengthMs * 2, maxOpenMs)
        if (!isKnown) change({ since: now, response })
      }
    },
  }
}
