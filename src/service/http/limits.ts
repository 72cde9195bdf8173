import type { Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Principal } from '../handler.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Requests a minute. The limits that guard guessing are exact, in the database; these keep floods out. */
const publicPerIp = 1200
const perAccount = 12_000

/** So that a flood from many addresses cannot fill the memory. */
const mostCounted = 100_000

export interface LimitedRequest {
  ip: string
  /** Absent before the guard has said who it is. */
  account?: Pick<Principal, 'id' | 'ratePerHour'>
  endpoint: Endpoint
}

/** Counts requests per address (public routes) and per account, in memory. Throws 429. */
export function createLimits(clock: Clock): (request: LimitedRequest) => void {
  const takeOfMinute = createWindow(clock, minuteMs)
  const takeOfHour = createWindow(clock, hourMs)

  return ({ ip, account, endpoint }) => {
    if (account) {
      takeOfMinute(`account ${account.id}`, perAccount)
      takeOfHour(`account ${account.id}`, account.ratePerHour)
    } else if (endpoint.access === 'public') takeOfMinute(`ip ${ip}`, publicPerIp)
  }
}

/** Takes one of the places that a key has in a window of time. */
function createWindow(clock: Clock, windowMs: number) {
  const counts = new Map<string, number>()
  let window = 0

  return (key: string, limit: number): void => {
    const now = clock.now()
    const current = Math.floor(now / windowMs)
    if (current !== window || counts.size > mostCounted) counts.clear()
    window = current
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= limit) return
    throw new Failure('rate_limited', {
      retryAfterSeconds: Math.ceil((windowMs - (now % windowMs)) / 1000),
    })
  }
}
