import { hourMs, minuteMs } from '../../../core/time.ts'
import type { RecipientState } from '../../campaigns/reporting/recipient-states.ts'
import { classifyRefusal, type Refusal } from '../../mail/refusal.ts'
import type { Outcome } from '../../smtp/outcome.ts'

/**
 * Delays after temporary refusals. Greylisting ends after minutes, a full mailbox or a throttle
 * after hours. In total 47 h 50 min; then the message fails.
 */
export const retryDelaysMs = [
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  8 * hourMs,
  12 * hourMs,
  12 * hourMs,
] as const

/** The relay was unreachable. It may be back in a moment. */
const unreachableDelayMs = 5_000

export interface DeliveryResult {
  state: RecipientState
  attempts: number
  nextAt: number
  response: string
  sentAt: number | null
  /** The refusal, if it is about the contact and not about the sender or message. */
  refusal?: Refusal
}

/**
 * Returns the new state of a message after an attempt. `attempts` is the number of earlier
 * attempts.
 */
export function deliveryResultOf(outcome: Outcome, attempts: number, now: number): DeliveryResult {
  const { state, response } = outcome
  // Most messages are sent. Their results are made without a copy, so all of them have one shape.
  if (state === 'sent') return { state, attempts: attempts + 1, nextAt: 0, response, sentAt: now }
  const tried = { attempts: attempts + 1, nextAt: 0, response, sentAt: null }
  switch (state) {
    case 'deferred': {
      const delay = retryDelaysMs[attempts]
      return delay === undefined
        ? { ...tried, state: 'failed', ...refusalIn(outcome) }
        : { ...tried, state, nextAt: now + delay }
    }
    case 'unreachable':
      return {
        state: stateInWaiting(attempts),
        attempts,
        nextAt: now + unreachableDelayMs,
        response,
        sentAt: null,
      }
    case 'failed':
      return { ...tried, state, ...refusalIn(outcome) }
    default:
      return { ...tried, state }
  }
}

/**
 * Returns the state of a message that was not given to the relay, and that others have taken for lost.
 * It is due again.
 */
export const unsentResultOf = (attempts: number, now: number): DeliveryResult => ({
  state: stateInWaiting(attempts),
  attempts,
  nextAt: now,
  response: 'internal',
  sentAt: null,
})

/** A refusal by our own relay must not count against the contact. */
function refusalIn({ code, enhanced, response }: Outcome): Pick<DeliveryResult, 'refusal'> {
  if (code === undefined) return {}
  const refusal = classifyRefusal(response, enhanced)
  return refusal.countsAgainstContact ? { refusal } : {}
}

/** The waiting state, depending on whether the message was tried before. */
const stateInWaiting = (attempts: number): 'pending' | 'deferred' =>
  attempts > 0 ? 'deferred' : 'pending'
