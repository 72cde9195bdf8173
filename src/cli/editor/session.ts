import { timingSafeEqual } from 'node:crypto'
import { randomToken } from '../../core/ids.ts'

const tokenBytes = 32

/** The session of the first browser that opens the link. No other one may call the server. */
interface Session {
  /** The token after the `#` of the link, which browsers neither send nor log. */
  link: string
  /** Returns the session key once; undefined if the link is wrong or was used. */
  exchange(link: unknown): string | undefined
  isKey(key: unknown): boolean
}

export function createSession(): Session {
  const link = randomToken(tokenBytes)
  const key = randomToken(tokenBytes)
  let isUsed = false
  return {
    link,
    exchange(given) {
      if (isUsed || !isEqual(given, link)) return undefined
      isUsed = true
      return key
    },
    isKey: (given) => isUsed && isEqual(given, key),
  }
}

function isEqual(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
