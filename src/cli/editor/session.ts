import { timingSafeEqual } from 'node:crypto'
import { randomToken } from '../../core/ids.ts'

const tokenBytes = 32

/** Who may speak to the editor's server: the one browser that the link was opened in first. */
export interface Session {
  /** Travels behind the `#` of the link, which no browser sends, logs or passes on. */
  link: string
  /** The key of the session, once; undefined for a link that is wrong or was used. */
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
  const [one, other] = [Buffer.from(given), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}
