import { Failure } from '../../core/failure.ts'
import { countInWindow } from '../database/counter.ts'
import { longestWaitMs } from '../http/limits.ts'
import type { Service } from '../service.ts'

export interface Allowed {
  tries: number
  windowMs: number
}

/**
 * One more try of what must not be tried often: how many there were with it, or 429 above the limit.
 * Exact, since the database counts.
 */
export async function countTry(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  key: string,
  { tries, windowMs }: Allowed,
): Promise<number> {
  const now = clock.now()
  const count = await countInWindow(db, key, { windowMs, now })
  if (count <= tries) return count
  throw tooMany(windowMs - (now % windowMs))
}

const tooMany = (leftMs: number) =>
  new Failure('rate_limited', { retryAfterSeconds: Math.ceil(leftMs / 1000) })

/** So that a flood of names cannot fill the memory. */
const mostRemembered = 10_000

export type CountTry = (key: string, allowed: Allowed) => Promise<number>

/**
 * The same for what is flooded: whoever was refused is refused again without asking the database, and
 * not at once, or the next try would come at once too.
 */
export function createTries({ db, clock }: Pick<Service, 'db' | 'clock'>): CountTry {
  const refusedUntil = new Map<string, number>()

  return async (key, allowed) => {
    const now = clock.now()
    const leftMs = (refusedUntil.get(key) ?? 0) - now
    if (leftMs > 0) {
      await clock.sleep(longestWaitMs)
      throw tooMany(leftMs)
    }
    try {
      return await countTry({ db, clock }, key, allowed)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'rate_limited')) throw error
      if (refusedUntil.size >= mostRemembered) refusedUntil.clear()
      refusedUntil.set(key, now - (now % allowed.windowMs) + allowed.windowMs)
      throw error
    }
  }
}
