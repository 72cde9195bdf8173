import type { RecipientState } from '../campaigns/recipient-states.ts'
import type { Outcome } from '../mail/outcome.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * After each refusal for now: greylisting lets one in after a few minutes, a full mailbox or a
 * throttle takes hours. Together 47 h 50 min; whoever is not reached by then is not reached.
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

/** Nothing was tried for this recipient: the relay may be back in a moment. */
const unreachableDelayMs = 5_000

export interface Settlement {
  state: RecipientState
  attempts: number
  nextAt: number
  response: string
  sentAt: number | null
}

/** What an attempt leaves behind. `attempts` are those before it. */
export function settle(outcome: Outcome, attempts: number, now: number): Settlement {
  const { state, response } = outcome
  const tried = { attempts: attempts + 1, nextAt: 0, response, sentAt: null }
  switch (state) {
    case 'sent':
      return { ...tried, state, sentAt: now }
    case 'deferred': {
      const delay = retryDelaysMs[attempts]
      return delay === undefined
        ? { ...tried, state: 'failed' }
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
    default:
      return { ...tried, state }
  }
}

/** Back among those that wait: tried before, or not yet. */
const stateInWaiting = (attempts: number): 'pending' | 'deferred' =>
  attempts > 0 ? 'deferred' : 'pending'
