import type { Effect } from '../contract/endpoint.ts'
import { minuteMs } from '../core/time.ts'
import type { NoResponse } from './outcome.ts'

/**
 * The maximum delay before a retry, whatever the server asks for. A user at a terminal does not
 * wait longer.
 */
const maxWaitMs = minuteMs
const firstWaitMs = 500
const maxBackoffMs = 8_000

export interface Circumstances {
  effect: Effect
  /** The request has an idempotency key that this server supports. */
  isKeyed: boolean
  /** The number of retries so far. */
  retried: number
  /** The maximum number of retries. */
  retries: number
  /** In [0, 1). */
  random: number
}

interface Retry {
  kind: 'retry'
  afterMs: number
}

interface End<Code> {
  kind: 'end'
  code: Code
}

/**
 * A request that may have arrived is only repeated if that is harmless: reads, and requests whose
 * key the server supports.
 */
const isHarmless = ({ effect, isKeyed }: Circumstances): boolean => effect === 'read' || isKeyed

export function afterNoResponse(
  { cause, reason, mayHaveArrived }: Pick<NoResponse, 'cause' | 'reason' | 'mayHaveArrived'>,
  circumstances: Circumstances,
): Retry | End<'network' | 'timed_out' | 'outcome_unknown'> {
  const lost = { kind: 'end', code: cause === 'timeout' ? 'timed_out' : 'network' } as const
  if (!isHarmless(circumstances)) {
    return mayHaveArrived ? { kind: 'end', code: 'outcome_unknown' } : lost
  }
  // A wrong certificate or an unknown name will not be fixed a second later.
  const isLasting = cause === 'tls' || reason === 'ENOTFOUND'
  return (!isLasting && retryLater(circumstances)) || lost
}

/** `asAnswered`: the failure of the server's response applies. */
export function afterErrorResponse(
  { status, code, retryAfterMs }: { status: number; code?: string; retryAfterMs?: number },
  circumstances: Circumstances,
): Retry | End<'unavailable' | 'outcome_unknown' | 'asAnswered'> {
  const asAnswered = { kind: 'end', code: 'asAnswered' } as const
  // The limit of a day. No retry helps before its end.
  if (code === 'test_limit') return asAnswered
  if (status === 429) return retryLater(circumstances, retryAfterMs) ?? asAnswered
  // The first request with this key is still running. Its response is available a little later.
  if (circumstances.isKeyed && status === 409 && code === 'idempotency_in_flight') {
    return retryLater(circumstances, retryAfterMs) ?? asAnswered
  }
  if (status < 500 || status === 501) return asAnswered
  if (isHarmless(circumstances)) {
    return retryLater(circumstances, retryAfterMs) ?? { kind: 'end', code: 'unavailable' }
  }
  const isUndone = status === 503 && retryAfterMs !== undefined
  return { kind: 'end', code: isUndone ? 'unavailable' : 'outcome_unknown' }
}

function retryLater(
  { retried, retries, random }: Circumstances,
  retryAfterMs?: number,
): Retry | undefined {
  if (retried >= retries) return undefined
  if (retryAfterMs !== undefined) {
    return { kind: 'retry', afterMs: Math.min(retryAfterMs, maxWaitMs) }
  }
  const backoff = Math.min(firstWaitMs * 2 ** retried, maxBackoffMs)
  return { kind: 'retry', afterMs: Math.round(backoff * (0.5 + random / 2)) }
}

/**
 * Reads `Retry-After` as seconds or an HTTP date (RFC 9110, 10.2.3). Returns undefined for anything
 * else.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const instant = Date.parse(header)
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - now)
}
