import type { RecipientState } from '../campaigns/recipient-states.ts'
import type { Outcome } from '../mail/outcome.ts'
import { classifyRefusal, type Refusal } from '../mail/refusal.ts'

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
  /** Why the contact's mailbox did not take it, where it was that. */
  refusal?: Refusal
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

/** A relay that answers a campaign with its own refusal must not cost it the contacts. */
function refusalIn({ code, enhanced, response }: Outcome): Pick<Settlement, 'refusal'> {
  if (code === undefined) return {}
  const refusal = classifyRefusal(response, enhanced)
  return refusal.isContacts ? { refusal } : {}
}

/** Back among those that wait: tried before, or not yet. */
const stateInWaiting = (attempts: number): 'pending' | 'deferred' =>
  attempts > 0 ? 'deferred' : 'pending'
