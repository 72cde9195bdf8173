import { minuteMs } from '../../core/time.ts'

/** One line for each route and minute says what was read. More would fill the log. */
const oncePerMs = minuteMs

/**
 * Returns whether a read of a route is the first one of a session within a minute. An impersonated
 * session lasts an hour, and there are not many routes, so the memory is bounded by the sessions of a
 * minute.
 */
export function createReadAudit(): (jti: string, route: string, now: number) => boolean {
  const logged = new Set<string>()
  let start = 0
  return (jti, route, now) => {
    const current = now - (now % oncePerMs)
    if (current !== start) logged.clear()
    start = current
    const key = `${jti} ${route}`
    if (logged.has(key)) return false
    logged.add(key)
    return true
  }
}
