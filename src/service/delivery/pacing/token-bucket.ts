/**
 * A token bucket: a rate per second, with unused tokens saved for a short burst. Times are in ms.
 */
export interface TokenBucket {
  /** How long until a token is available; 0 means now. */
  waitMs(now: number): number
  /** Takes a token. */
  take(now: number): void
  /** Reserves a future token and returns its time, one after the other. */
  reserve(now: number): number
  setRate(perSecond: number, now: number): void
}

/** The database is polled every second, so a poll should find two seconds of tokens saved. */
const burstSeconds = 2

export function createTokenBucket(perSecond: number, now: number): TokenBucket {
  let rate = perSecond
  let tokens = capacity()
  let filledAt = now
  let lastTurn = now

  function capacity(): number {
    return Math.max(1, rate * burstSeconds)
  }

  function fill(at: number): void {
    // A clock that is set back must not remove tokens.
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
