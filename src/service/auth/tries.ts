import { Failure } from '../../core/failure.ts'
import { countInWindow } from '../database/counter.ts'
import type { Service } from '../service.ts'

export interface Allowed {
  tries: number
  windowMs: number
}

/** One more try of what must not be tried often; throws 429 above the limit. Exact, since the database counts. */
export async function countTry(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  key: string,
  { tries, windowMs }: Allowed,
): Promise<void> {
  const now = clock.now()
  if ((await countInWindow(db, key, { windowMs, now })) <= tries) return
  const retryAfterSeconds = Math.ceil((windowMs - (now % windowMs)) / 1000)
  throw new Failure('rate_limited', { retryAfterSeconds })
}
