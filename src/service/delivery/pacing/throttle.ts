import type { Clock } from '../../../core/clock.ts'
import { minuteMs } from '../../../core/time.ts'
import type { Rates } from '../../service.ts'
import type { Outcome } from '../../smtp/outcome.ts'
import type { QueuedMessage } from '../queued-message.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

type ThrottleKey = Pick<QueuedMessage, 'account' | 'domain' | 'isUrgent'>

export interface Throttle {
  /** Divides the rates by the number of processes that share the work. Nothing is sent before. */
  share(processes: number): void
  /** Replaces the rates, of all processes together. */
  setRates(rates: Rates): void
  /** How long until the relay accepts the next message, of any account. */
  relayWaitMs(): number
  /**
   * Counts the message and returns undefined if it may be sent now; otherwise returns when it may.
   * An urgent message waits for no account or domain.
   */
  tryAcquire(message: ThrottleKey): number | undefined
  recordOutcome(message: ThrottleKey, outcome: Outcome): void
}

interface SlowDomain {
  bucket: TokenBucket
  rate: number
  /** When the rate last changed. */
  changedAt: number
}

/** Messages per second to a domain after its first rate-limit refusal. */
const firstSlowRate = 8
const minSlowRate = 0.1
/** Refusals this soon after a rate change are ignored: those messages were already in flight. */
const reactionMs = 10_000
/** The rate doubles after this long without a refusal. */
const recoverMs = minuteMs
/** A message is reconsidered after this long at most, since the rate may have recovered. */
const maxWaitMs = 10 * minuteMs

/** Bounds memory on lists where every contact has its own domain. */
const maxBuckets = 10_000

/** A process that joins others sends nothing for this long, until they have lowered their share. */
const joinMs = 15_000

/**
 * Throttles sending per relay, account and domain. State is in memory. Processes on one database
 * divide each rate evenly, so the messages of all together keep to it.
 */
export function createThrottle(given: Rates, clock: Clock): Throttle {
  let whole = given
  let processes = 1
  let rates = whole
  /** Undefined until it is known whether there are others. */
  let startsAt = hasAny(whole) ? undefined : clock.now()
  let relay = bucketOf(rates.relay, clock.now())
  const accounts = new Map<number, TokenBucket>()
  const domains = new Map<string, TokenBucket>()
  const slow = new Map<string, SlowDomain>()

  function apply(now: number): void {
    rates = shareOf(whole, processes)
    if (relay && rates.relay !== undefined) relay.setRate(rates.relay, now)
    else relay = bucketOf(rates.relay, now)
    accounts.clear()
    domains.clear()
  }

  function bucketsOf({ account, domain }: ThrottleKey, now: number): TokenBucket[] {
    const ofAccount = account === null ? undefined : bucketIn(accounts, account, rates.account, now)
    const ofDomain = slowBucket(domain, now) ?? bucketIn(domains, domain, rates.domain, now)
    return [ofAccount, ofDomain].filter((bucket) => bucket !== undefined)
  }

  /** Returns the bucket of a slowed domain, after raising its rate if it has recovered. */
  function slowBucket(domain: string, now: number): TokenBucket | undefined {
    const state = slow.get(domain)
    if (!state) return undefined
    if (now - state.changedAt >= recoverMs) {
      if (state.rate * 2 > (rates.domain ?? firstSlowRate)) {
        slow.delete(domain)
        return undefined
      }
      change(state, state.rate * 2, now)
    }
    return state.bucket
  }

  function change(state: SlowDomain, rate: number, now: number): void {
    state.bucket.setRate(rate, now)
    Object.assign(state, { rate, changedAt: now })
  }

  return {
    relayWaitMs() {
      const now = clock.now()
      if (startsAt === undefined) return unknownShareMs
      return startsAt > now ? startsAt - now : (relay?.waitMs(now) ?? 0)
    },

    share(count) {
      const now = clock.now()
      startsAt ??= count > 1 ? now + joinMs : now
      if (count === processes) return
      processes = count
      apply(now)
    },

    setRates(wanted) {
      whole = wanted
      apply(clock.now())
    },

    tryAcquire(message) {
      const now = clock.now()
      const buckets = bucketsOf(message, now)
      const full = buckets.filter((bucket) => bucket.waitMs(now) > 0)
      if (full.length > 0 && !message.isUrgent) {
        const availableAt = Math.max(...full.map((bucket) => bucket.reserve(now)))
        return Math.min(availableAt, now + maxWaitMs)
      }
      for (const bucket of buckets) bucket.take(now)
      relay?.take(now)
      return undefined
    },

    recordOutcome({ domain }, outcome) {
      if (!isTooMuch(outcome)) return
      const now = clock.now()
      const state = slow.get(domain)
      if (!state) {
        const rate = Math.min(firstSlowRate, rates.domain ?? firstSlowRate)
        slow.set(domain, { bucket: createTokenBucket(rate, now), rate, changedAt: now })
      } else if (now - state.changedAt >= reactionMs) {
        change(state, Math.max(state.rate / 2, minSlowRate), now)
      }
    },
  }
}

/** A process that does not know the number of the others asks again after this. */
const unknownShareMs = 250

const hasAny = ({ relay, account, domain }: Rates): boolean =>
  [relay, account, domain].some((rate) => rate !== undefined)

const bucketOf = (rate: number | undefined, now: number): TokenBucket | undefined =>
  rate === undefined ? undefined : createTokenBucket(rate, now)

const shareOf = ({ relay, account, domain }: Rates, processes: number): Rates => ({
  relay: relay && relay / processes,
  account: account && account / processes,
  domain: domain && domain / processes,
})

/** 421: service not available. 4.7.x: a policy of the receiver, such as a limit (RFC 3463 3.8). */
const isTooMuch = ({ state, code, enhanced }: Outcome): boolean =>
  state === 'deferred' && (code === 421 || (enhanced?.startsWith('4.7.') ?? false))

function bucketIn<Key>(
  buckets: Map<Key, TokenBucket>,
  key: Key,
  rate: number | undefined,
  now: number,
): TokenBucket | undefined {
  if (rate === undefined) return undefined
  const existing = buckets.get(key)
  if (existing) return existing
  if (buckets.size >= maxBuckets) buckets.clear()
  const bucket = createTokenBucket(rate, now)
  buckets.set(key, bucket)
  return bucket
}
