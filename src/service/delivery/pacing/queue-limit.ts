import { secondMs } from '../../../core/time.ts'

/** How long answers of the relay are counted before the rate is known anew. */
const windowMs = 100
/**
 * A process claims as many messages as it sends in this time. Fewer would be claimed too often, and behind more, the
 * few messages of another account would wait for long.
 */
const secondsAhead = 0.5
/** The limit for a fast relay, as a multiple of the messages that may be `submitting`. */
const maxQueuedPerSubmitting = 8

/** Limits how many claimed messages wait in a process, by the rate at which it sends. Times are in ms. */
interface QueueLimit {
  /** Begins to count, after a time in which there was nothing to send. The last rate stays known. */
  begin(now: number): void
  /** Counts a message that the relay has answered. */
  countAnswer(now: number): void
  current(): number
}

/** `maxSubmitting` is also the limit while the rate is unknown. */
export function createQueueLimit(maxSubmitting: number): QueueLimit {
  let begunAt = 0
  let counted = 0
  let perSecond = 0

  function begin(now: number): void {
    begunAt = now
    counted = 0
  }

  return {
    begin,
    countAnswer(now) {
      counted++
      const passedMs = now - begunAt
      if (passedMs >= windowMs) perSecond = (counted * secondMs) / passedMs
      // A clock that is set back begins anew.
      if (passedMs >= windowMs || passedMs < 0) begin(now)
    },
    current() {
      const ahead = Math.ceil(perSecond * secondsAhead)
      return Math.min(Math.max(ahead, maxSubmitting), maxSubmitting * maxQueuedPerSubmitting)
    },
  }
}
