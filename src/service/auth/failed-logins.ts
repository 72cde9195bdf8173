import { minuteMs } from '../../core/time.ts'
import type { Service } from '../service.ts'

/** People mistype passwords. So many in a minute are a script. */
const manyPerMinute = 20

/** Counts failed logins, and logs at most once a minute that there were many within one. */
export function createFailedLoginCount({
  clock,
  log,
  metrics,
}: Pick<Service, 'clock' | 'log' | 'metrics'>): () => void {
  /** When the last ones were, oldest first. */
  const last: number[] = []
  let loggedAt = Number.NEGATIVE_INFINITY
  return () => {
    metrics.countFailedLogin()
    const now = clock.now()
    last.push(now)
    if (last.length > manyPerMinute) last.shift()
    const [oldest = now] = last
    const areMany = last.length === manyPerMinute && now - oldest < minuteMs
    if (!areMany || now - loggedAt < minuteMs) return
    loggedAt = now
    log.warn('many logins fail', { within_a_minute: manyPerMinute })
  }
}
