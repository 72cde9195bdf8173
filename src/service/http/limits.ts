import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { networkOf } from '../../core/network.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Principal } from '../handler.ts'
import type { Log } from '../log.ts'
import { addCounts } from './limits-store.ts'
import { createWindow } from './limits-window.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Requests a minute. The limits that guard guessing are exact, in the database; these keep floods out. */
const perNetwork = 1200
const perAccount = 12_000

/**
 * From this share of a limit on a request waits before it is served, the longer the nearer the end. Of
 * those who name no account a minute's worth must not come in the first second.
 */
const slowFrom = { account: 0.8, stranger: 0.25 }
export const longestWaitMs = 2000
/** Of a few requests an hour none is a flood. */
const leastToSlow = 100

/** Whoever has sent fewer in a window is no flood yet: of them the other processes need not know. */
const leastToTell = 10
const exchangeMs = 1000

export interface Limits {
  /** One more request without a session: of a public route, or with a token that opens nothing. */
  ofStranger(ip: string): Taken
  ofAccount(account: Pick<Principal, 'id' | 'ratePerHour'>): Taken
  /** Adds up what all processes have counted. */
  exchange(db: Executor): Promise<void>
}

/** What a request is answered with, and what is done to it first. */
export interface Taken {
  headers: Record<string, string>
  waitMs: number
  refusal?: Failure
}

interface Place {
  /** As `RateLimit-Policy` calls it. */
  policy: string
  limit: number
  windowMs: number
  count: number
}

/** Counts requests in memory, so that none of them costs a query. */
export function createLimits(clock: Clock): Limits {
  const minute = createWindow(minuteMs)
  const hour = createWindow(hourMs)

  return {
    ofStranger(ip) {
      const now = clock.now()
      const count = minute.take(`minute ip ${networkOf(ip)}`, now)
      return taken([{ policy: 'ip', limit: perNetwork, windowMs: minuteMs, count }], {
        now,
        slowFrom: slowFrom.stranger,
      })
    },
    ofAccount({ id, ratePerHour }) {
      const now = clock.now()
      const key = `account ${id}`
      const counts = [minute.take(`minute ${key}`, now), hour.take(`hour ${key}`, now)] as const
      return taken(
        [
          { policy: 'minute', limit: perAccount, windowMs: minuteMs, count: counts[0] },
          { policy: 'hour', limit: ratePerHour, windowMs: hourMs, count: counts[1] },
        ],
        { now, slowFrom: slowFrom.account },
      )
    },
    async exchange(db) {
      for (const window of [minute, hour]) {
        const untold = window.untold(leastToTell)
        if (untold.length > 0) window.learn(untold, await addCounts(db, untold))
      }
    },
  }
}

/**
 * Tells the other processes once a second what came here. Between two times each lets through what it
 * would alone: a limit is passed by what comes to the others within a second, at the most.
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
      // Each process goes on by its own count.
      log.error('limits could not be shared', error)
    }
  }
}

/** The headers are those of the IETF draft (RateLimit header fields for HTTP). */
function taken(
  places: readonly Place[],
  { now, slowFrom }: { now: number; slowFrom: number },
): Taken {
  const leftMs = ({ windowMs }: Place) => windowMs - (now % windowMs)
  const seconds = (ms: number) => Math.ceil(ms / 1000)
  const full = places.filter(({ count, limit }) => count > limit)
  const retryAfterSeconds = seconds(Math.max(...full.map(leftMs)))
  return {
    headers: {
      'ratelimit-policy': places
        .map(({ policy, limit, windowMs }) => `"${policy}";q=${limit};w=${windowMs / 1000}`)
        .join(', '),
      ratelimit: places
        .map((place) => {
          const { policy, limit, count } = place
          return `"${policy}";r=${Math.max(limit - count, 0)};t=${seconds(leftMs(place))}`
        })
        .join(', '),
    },
    // Whoever is refused at once comes back at once: a refusal waits as long as any.
    waitMs:
      full.length > 0
        ? longestWaitMs
        : Math.max(...places.map((place) => waitMsOf(place, slowFrom))),
    ...(full.length > 0 && { refusal: new Failure('rate_limited', { retryAfterSeconds }) }),
  }
}

function waitMsOf({ count, limit }: Place, slowFrom: number): number {
  const share = (count / limit - slowFrom) / (1 - slowFrom)
  return limit < leastToSlow || share <= 0 ? 0 : Math.round(Math.min(share, 1) * longestWaitMs)
}
