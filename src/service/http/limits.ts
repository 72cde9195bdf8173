import type { Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'

const windowMs = 60_000

/** Requests a minute. The limits that guard guessing are exact, in the database; these keep floods out. */
const publicPerIp = 1200
const perAccount = 12_000

/** So that a flood from many addresses cannot fill the memory; the window is a minute anyway. */
const mostCounted = 100_000

export interface LimitedRequest {
  ip: string
  /** 0 before the guard has said who it is. */
  account: number
  endpoint: Endpoint
}

/** Counts requests per address (public routes) and per account, in memory. Throws 429. */
export function createLimits(clock: Clock): (request: LimitedRequest) => void {
  const counts = new Map<string, number>()
  let window = 0

  return ({ ip, account, endpoint }) => {
    const now = clock.now()
    const current = Math.floor(now / windowMs)
    if (current !== window || counts.size > mostCounted) counts.clear()
    window = current
    if (account > 0) take(`account ${account}`, perAccount, now)
    else if (endpoint.access === 'public') take(`ip ${ip}`, publicPerIp, now)
  }

  function take(key: string, limit: number, now: number): void {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= limit) return
    throw new Failure('rate_limited', {
      retryAfterSeconds: Math.ceil((windowMs - (now % windowMs)) / 1000),
    })
  }
}
