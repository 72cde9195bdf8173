/** A token bucket: so many a second, and what was not used for a moment at once. Times in ms. */
export interface Bucket {
  /** How long until one may go; 0: now. */
  waitMs(now: number): number
  /** Counts one that goes. */
  take(now: number): void
  /** When the next of those that have to wait has its turn: one after the other. */
  reserve(now: number): number
  setRate(perSecond: number, now: number): void
}

/** What waits in the database is looked for each second, and should then find two of them saved. */
const savedSeconds = 2

export function createBucket(perSecond: number, now: number): Bucket {
  let rate = perSecond
  let tokens = capacity()
  let filledAt = now
  let lastTurn = now

  function capacity(): number {
    return Math.max(1, rate * savedSeconds)
  }

  function fill(at: number): void {
    // A clock that is set back must not take anything away.
    const passedMs = Math.max(0, at - filledAt)
    tokens = Math.min(capacity(), tokens + (passedMs / 1000) * rate)
    filledAt = at
  }

  return {
    waitMs(at) {
      fill(at)
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / rate) * 1000)
    },
    take(at) {
      fill(at)
      tokens -= 1
    },
    reserve(at) {
      lastTurn = Math.max(lastTurn, at) + 1000 / rate
      return Math.ceil(lastTurn)
    },
    setRate(wanted, at) {
      fill(at)
      rate = wanted
      tokens = Math.min(tokens, capacity())
      lastTurn = at
    },
  }
}
