import type { Clock } from '../../core/clock.ts'
import type { Outcome } from '../mail/outcome.ts'
import type { Rates } from '../service.ts'
import { type Bucket, createBucket } from './bucket.ts'
import type { Letter } from './letter.ts'

type Addressed = Pick<Letter, 'account' | 'domain'>

export interface Throttle {
  /** How long until the relay may be given another message, whoever's it is. */
  relayWaitMs(): number
  /** Undefined when the letter may go, which is counted then; else when it has its turn. */
  admit(letter: Addressed): number | undefined
  note(letter: Addressed, outcome: Outcome): void
}

interface SlowDomain {
  bucket: Bucket
  rate: number
  /** When it was last made slower or faster. */
  changedAt: number
}

/** Messages a second to a domain that has just said that it is too much. */
const firstSlowRate = 8
const slowestRate = 0.1
/** What was in flight at a refusal is refused too, and says nothing new. */
const settleMs = 10_000
/** Without a refusal for so long, twice as fast. */
const recoverMs = 60_000
/** Looked at again after so long at the latest, since by then it may be faster. */
const longestWaitMs = 10 * 60_000

/** So that a list of domains of one contact each does not fill the memory. */
const mostBuckets = 10_000

/** In memory, for this process: each has the whole rate. */
export function createThrottle(rates: Rates, clock: Clock): Throttle {
  const relay = rates.relay === undefined ? undefined : createBucket(rates.relay, clock.now())
  const accounts = new Map<number, Bucket>()
  const domains = new Map<string, Bucket>()
  const slow = new Map<string, SlowDomain>()

  function bucketsOf({ account, domain }: Addressed, now: number): Bucket[] {
    const ofAccount = account === null ? undefined : bucketIn(accounts, account, rates.account, now)
    const ofDomain = slowBucket(domain, now) ?? bucketIn(domains, domain, rates.domain, now)
    return [ofAccount, ofDomain].filter((bucket) => bucket !== undefined)
  }

  /** Lets the domain recover, as time goes by. */
  function slowBucket(domain: string, now: number): Bucket | undefined {
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
    relayWaitMs: () => relay?.waitMs(clock.now()) ?? 0,

    admit(letter) {
      const now = clock.now()
      const buckets = bucketsOf(letter, now)
      const full = buckets.filter((bucket) => bucket.waitMs(now) > 0)
      if (full.length > 0) {
        const turn = Math.max(...full.map((bucket) => bucket.reserve(now)))
        return Math.min(turn, now + longestWaitMs)
      }
      for (const bucket of buckets) bucket.take(now)
      relay?.take(now)
      return undefined
    },

    note({ domain }, outcome) {
      if (!isTooMuch(outcome)) return
      const now = clock.now()
      const state = slow.get(domain)
      if (!state) {
        const rate = Math.min(firstSlowRate, rates.domain ?? firstSlowRate)
        slow.set(domain, { bucket: createBucket(rate, now), rate, changedAt: now })
      } else if (now - state.changedAt >= settleMs) {
        change(state, Math.max(state.rate / 2, slowestRate), now)
      }
    },
  }
}

/** 421: go away for now. 4.7.x: a policy of the receiver, such as a limit (RFC 3463 3.8). */
const isTooMuch = ({ state, code, enhanced }: Outcome): boolean =>
  state === 'deferred' && (code === 421 || (enhanced?.startsWith('4.7.') ?? false))

function bucketIn<Key>(
  buckets: Map<Key, Bucket>,
  key: Key,
  rate: number | undefined,
  now: number,
): Bucket | undefined {
  if (rate === undefined) return undefined
  const known = buckets.get(key)
  if (known) return known
  if (buckets.size >= mostBuckets) buckets.clear()
  const bucket = createBucket(rate, now)
  buckets.set(key, bucket)
  return bucket
}
