import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import { jitter } from '../../../core/ids.ts'
import { networkOf } from '../../../core/network.ts'
import { hourMs, minuteMs } from '../../../core/time.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { Principal } from '../../handler.ts'
import type { Log } from '../../log.ts'
import { addCounts } from './limits-store.ts'
import { createWindow } from './limits-window.ts'
import { createPacer } from './pacing.ts'

/**
 * Requests per minute. These limits stop floods. The limits against guessing are exact and in the
 * database.
 */
const perNetwork = 1200
const perAccount = 12_000
/** So many requests may come at once. Then they wait, so that a minute's worth takes a minute. */
const accountBurst = 500
/** Image proxies of mailbox providers and large offices load many pixels from few addresses. */
const visitsPerNetwork = 12_000

/**
 * From this share of a limit, requests are delayed, up to `maxWaitMs` at the limit. Unauthenticated
 * clients are slowed down from 25 % of the limit, so that they cannot spend a minute's worth in the
 * first second.
 */
const slowFrom = { account: 0.8, anonymous: 0.25, page: 0.8 }
export const maxWaitMs = 2000

/**
 * How long a refusal is delayed. A client that is refused at once retries at once. Not the same for
 * all, so that the requests of many connections do not return at the same moment.
 */
export const refusalDelayMs = (): number => Math.round(maxWaitMs * (0.5 + 0.5 * jitter()))
/** A few requests per hour are no flood. */
const minLimitToSlow = 100

/** A client with fewer requests in a window is no flood, so the other processes need not know. */
const minCountToShare = 10
const exchangeMs = 1000

export interface Limits {
  /** Counts a request without a session: to a public route, or with an invalid token. */
  ofAnonymous(ip: string): LimitDecision
  ofAccount(account: Pick<Principal, 'id' | 'ratePerHour' | 'limitGroup'>): LimitDecision
  /** Counts a request to a page, to an unknown path, or with a secret that is not ours. */
  ofPage(ip: string): LimitDecision
  /** Counts a visit of a tracking link. Returns false beyond the limit. */
  countVisit(ip: string): boolean
  /** Adds up the counts of all processes. */
  exchange(db: Executor): Promise<void>
}

/** The headers of the answer, and how to delay or refuse the request. */
export interface LimitDecision {
  headers: Record<string, string>
  waitMs: number
  refusal?: Failure
}

interface LimitState {
  /** The name in `RateLimit-Policy`. */
  policy: string
  limit: number
  windowMs: number
  count: number
}

/** Counts requests in memory, so that no request costs a query. */
export function createLimits(clock: Clock): Limits {
  const minute = createWindow(minuteMs, 'minute ')
  const hour = createWindow(hourMs, 'hour ')
  // A window of its own: a key of several parts takes longer to make than to count.
  const visits = createWindow(minuteMs, 'minute visit ')
  const pacer = createPacer({ perSecond: perAccount / 60, burst: accountBurst })

  return {
    ofAnonymous(ip) {
      const now = clock.now()
      const count = minute.add(`ip ${networkOf(ip)}`, now)
      return decisionFor([{ policy: 'ip', limit: perNetwork, windowMs: minuteMs, count }], {
        now,
        slowFrom: slowFrom.anonymous,
      })
    },
    ofPage(ip) {
      const now = clock.now()
      const count = minute.add(`page ${networkOf(ip)}`, now)
      return decisionFor([{ policy: 'page', limit: perNetwork, windowMs: minuteMs, count }], {
        now,
        slowFrom: slowFrom.page,
      })
    },
    countVisit: (ip) => visits.add(networkOf(ip), clock.now()) <= visitsPerNetwork,
    ofAccount({ id, ratePerHour, limitGroup }) {
      const now = clock.now()
      const counts = [
        minute.add(`account ${limitGroup}`, now),
        hour.add(`account ${id}`, now),
      ] as const
      const decision = decisionFor(
        [
          { policy: 'minute', limit: perAccount, windowMs: minuteMs, count: counts[0] },
          { policy: 'hour', limit: ratePerHour, windowMs: hourMs, count: counts[1] },
        ],
        { now, slowFrom: slowFrom.account },
      )
      // Not served, so it takes no place. Otherwise a flood would delay its account for minutes.
      if (decision.refusal) return decision
      const waitMs = Math.max(decision.waitMs, pacer.take(String(limitGroup), now))
      return { ...decision, waitMs }
    },
    async exchange(db) {
      for (const window of [minute, hour, visits]) {
        const untold = window.unshared(minCountToShare)
        if (untold.length > 0) window.merge(untold, await addCounts(db, untold))
      }
    },
  }
}

/**
 * Shares the counts with the other processes once a second. In between, each process only knows its
 * own. So a limit may be exceeded by what the others receive within a second.
 */
export async function shareLimits(
  limits: Limits,
  { db, clock, log }: { db: Executor; clock: Clock; log: Log },
  signal: AbortSignal,
): Promise<void> {
  if (dialectOf(db).isOneProcess) return
  while (!signal.aborted) {
    await clock.sleep(exchangeMs, signal)
    try {
      if (!signal.aborted) await limits.exchange(db)
    } catch (error) {
      // Each process continues with its own counts.
      log.error('limits could not be shared', error)
    }
  }
}

/** Builds the headers of the IETF draft (RateLimit header fields for HTTP). */
function decisionFor(
  states: readonly LimitState[],
  { now, slowFrom }: { now: number; slowFrom: number },
): LimitDecision {
  const leftMs = ({ windowMs }: LimitState) => windowMs - (now % windowMs)
  const seconds = (ms: number) => Math.ceil(ms / 1000)
  const full = states.filter(({ count, limit }) => count > limit)
  const retryAfterSeconds = seconds(Math.max(...full.map(leftMs)))
  return {
    headers: {
      'ratelimit-policy': states
        .map(({ policy, limit, windowMs }) => `"${policy}";q=${limit};w=${windowMs / 1000}`)
        .join(', '),
      ratelimit: states
        .map((state) => {
          const { policy, limit, count } = state
          return `"${policy}";r=${Math.max(limit - count, 0)};t=${seconds(leftMs(state))}`
        })
        .join(', '),
    },
    waitMs:
      full.length > 0
        ? refusalDelayMs()
        : Math.max(...states.map((state) => waitMsOf(state, slowFrom))),
    ...(full.length > 0 && { refusal: new Failure('rate_limited', { retryAfterSeconds }) }),
  }
}

function waitMsOf({ count, limit }: LimitState, slowFrom: number): number {
  const share = (count / limit - slowFrom) / (1 - slowFrom)
  return limit < minLimitToSlow || share <= 0 ? 0 : Math.round(Math.min(share, 1) * maxWaitMs)
}
