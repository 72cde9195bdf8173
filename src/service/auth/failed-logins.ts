import { minuteMs } from '../../core/time.ts'
import { countInWindow } from '../database/counter.ts'
import { dialectOf } from '../database/dialect.ts'
import type { Service } from '../service.ts'

/** People mistype passwords. So many in a minute are a script. */
const manyPerMinute = 20

/**
 * Counts failed logins, and logs at most once a minute that there were many within one. Wrong passwords are counted for
 * all processes together, by the minutes of the clock. A login that is refused without a query counts in its process
 * only, within any 60 seconds.
 */
export function createFailedLoginCount({
  db,
  clock,
  log,
  metrics,
}: Pick<Service, 'db' | 'clock' | 'log' | 'metrics'>) {
  /** When the last ones were in this process, oldest first. */
  const last: number[] = []
  let loggedAt = Number.NEGATIVE_INFINITY

  function warnIf(areMany: boolean, now: number): void {
    if (!areMany || now - loggedAt < minuteMs) return
    loggedAt = now
    log.warn('many logins fail', { within_a_minute: manyPerMinute })
  }

  function countRefused(): void {
    metrics.countFailedLogin()
    const now = clock.now()
    last.push(now)
    if (last.length > manyPerMinute) last.shift()
    const [oldest = now] = last
    warnIf(last.length === manyPerMinute && now - oldest < minuteMs, now)
  }

  return {
    countRefused,
    async countWrong(): Promise<void> {
      countRefused()
      if (dialectOf(db).isOneProcess) return
      const now = clock.now()
      const count = await countInWindow(db, 'failed logins', { windowMs: minuteMs, now })
      // Exactly one process gets this count, so there is one warning.
      warnIf(count === manyPerMinute, now)
    },
  }
}
