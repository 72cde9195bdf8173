import { Failure } from '../../core/failure.ts'
import { countInWindow } from '../database/counter.ts'
import { maxWaitMs } from '../http/limits/limits.ts'
import type { Service } from '../service.ts'

interface AttemptLimit {
  attempts: number
  windowMs: number
}

/**
 * Counts an attempt at something that is limited, such as a login. Returns the count in the window,
 * or throws rate_limited above the limit. Exact, because the database counts.
 */
export async function countAttempt(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  key: string,
  { attempts, windowMs }: AttemptLimit,
): Promise<number> {
  const now = clock.now()
  const count = await countInWindow(db, key, { windowMs, now })
  if (count <= attempts) return count
  throw rateLimited(windowMs - (now % windowMs))
}

const rateLimited = (leftMs: number) =>
  new Failure('rate_limited', { retryAfterSeconds: Math.ceil(leftMs / 1000) })

/** Bounds the memory in a flood of user names. */
const maxRefusals = 10_000

type CountAttempt = (key: string, limit: AttemptLimit) => Promise<number>

/**
 * Does the same where floods are expected. A refused key is refused again without a query, and
 * after a pause, so that the next attempt does not follow at once.
 */
export function createAttemptLimit({ db, clock }: Pick<Service, 'db' | 'clock'>): CountAttempt {
  const refusedUntil = new Map<string, number>()

  return async (key, limit) => {
    const now = clock.now()
    const leftMs = (refusedUntil.get(key) ?? 0) - now
    if (leftMs > 0) {
      await clock.sleep(maxWaitMs)
      throw rateLimited(leftMs)
    }
    try {
      return await countAttempt({ db, clock }, key, limit)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'rate_limited')) throw error
      if (refusedUntil.size >= maxRefusals) refusedUntil.clear()
      refusedUntil.set(key, now - (now % limit.windowMs) + limit.windowMs)
      throw error
    }
  }
}
