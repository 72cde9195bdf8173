import type { Effect } from '../contract/endpoint.ts'
import type { Lost } from './outcome.ts'

/** Longer than a person waits at a terminal; who asks for more gets the next try after this long. */
const longestWaitMs = 60_000
const firstWaitMs = 500
const longestBackoffMs = 8_000

export interface Circumstances {
  effect: Effect
  /** It carried an idempotency key, and this server is known to honour them. */
  isKeyed: boolean
  /** How often it was tried again before. */
  retried: number
  /** How often it may be tried again at all. */
  retries: number
  /** In [0, 1). */
  random: number
}

interface Again {
  kind: 'again'
  afterMs: number
}

interface End<Code> {
  kind: 'end'
  code: Code
}

/**
 * To do it twice must be harmless before a request that may have arrived goes out again: so only
 * reads, and requests whose key the server honours.
 */
const isHarmless = ({ effect, isKeyed }: Circumstances): boolean => effect === 'read' || isKeyed

export function afterLoss(
  { cause, reason, hasLeft }: Pick<Lost, 'cause' | 'reason' | 'hasLeft'>,
  circumstances: Circumstances,
): Again | End<'network' | 'timed_out' | 'outcome_unknown'> {
  const lost = { kind: 'end', code: cause === 'timeout' ? 'timed_out' : 'network' } as const
  if (!isHarmless(circumstances)) {
    return hasLeft ? { kind: 'end', code: 'outcome_unknown' } : lost
  }
  // A wrong certificate, and a name that does not exist, are as wrong a second later.
  const isLasting = cause === 'tls' || reason === 'ENOTFOUND'
  return (!isLasting && again(circumstances)) || lost
}

/** `asAnswered`: the server's own words say what happened. */
export function afterRefusal(
  { status, code, retryAfterMs }: { status: number; code?: string; retryAfterMs?: number },
  circumstances: Circumstances,
): Again | End<'unavailable' | 'outcome_unknown' | 'asAnswered'> {
  const asAnswered = { kind: 'end', code: 'asAnswered' } as const
  if (status === 429) return again(circumstances, retryAfterMs) ?? asAnswered
  // The first request with this key is still being worked on: its answer comes a little later.
  if (circumstances.isKeyed && status === 409 && code === 'idempotency_in_flight') {
    return again(circumstances, retryAfterMs) ?? asAnswered
  }
  if (status < 500 || status === 501) return asAnswered
  if (isHarmless(circumstances)) {
    return again(circumstances, retryAfterMs) ?? { kind: 'end', code: 'unavailable' }
  }
  const isUndone = status === 503 && retryAfterMs !== undefined
  return { kind: 'end', code: isUndone ? 'unavailable' : 'outcome_unknown' }
}

function again(
  { retried, retries, random }: Circumstances,
  retryAfterMs?: number,
): Again | undefined {
  if (retried >= retries) return undefined
  if (retryAfterMs !== undefined) {
    return { kind: 'again', afterMs: Math.min(retryAfterMs, longestWaitMs) }
  }
  const backoff = Math.min(firstWaitMs * 2 ** retried, longestBackoffMs)
  return { kind: 'again', afterMs: Math.round(backoff * (0.5 + random / 2)) }
}

/** `Retry-After`: seconds, or an HTTP date (RFC 9110, 10.2.3). Undefined for anything else. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
