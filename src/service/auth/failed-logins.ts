import { minuteMs } from '../../core/time.ts'
import type { Service } from '../service.ts'

/** People mistype passwords. So many in a minute are a script. */
const manyPerMinute = 20

/** Counts failed logins, and logs once a minute when there are many. */
export function createFailedLoginCount({
  clock,
  log,
  metrics,
}: Pick<Service, 'clock' | 'log' | 'metrics'>): () => void {
  let minute = 0
  let count = 0
  return () => {
    metrics.countFailedLogin()
    const now = Math.floor(clock.now() / minuteMs)
    if (now !== minute) count = 0
    minute = now
    count++
    if (count === manyPerMinute) log.warn('many logins fail', { in_this_minute: count })
  }
}
