import { secondMs } from '../../../core/time.ts'

/** How long messages are counted before the rate is known anew. */
const windowMs = 100

/** Measures how many messages a process sends in a second. Times are in ms. */
export interface SendRate {
  /** Begins to count, after a time in which there was nothing to send. The last rate stays known. */
  begin(now: number): void
  count(messages: number, now: number): void
  /** 0 as long as it is unknown. */
  perSecond(): number
}

export function createSendRate(): SendRate {
  let begunAt = 0
  let counted = 0
  let rate = 0

  return {
    begin(now) {
      begunAt = now
      counted = 0
    },
    count(messages, now) {
      counted += messages
      const passedMs = now - begunAt
      if (passedMs >= windowMs) rate = (counted * secondMs) / passedMs
      // A clock that is set back begins anew.
      if (passedMs >= windowMs || passedMs < 0) this.begin(now)
    },
    perSecond: () => rate,
  }
}
