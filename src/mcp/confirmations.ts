import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import { randomToken } from '../core/ids.ts'

/** Long enough to show a plan to a person, short enough that it is still the same world. */
export const lastsMinutes = 10
const lastsMs = lastsMinutes * 60_000

const nonceBytes = 9
/** 128 bits of a hash: nobody finds another plan, or guesses a signature, within minutes. */
const hashBytes = 16

/** Far above what is given out within its time by one process. */
const mostSpent = 100_000

export type Refusal = 'forged' | 'expired' | 'used' | 'changed'

export interface Confirmations {
  /** For exactly this plan of this account. */
  give(account: string, plan: unknown): string
  /** Why it does not hold for this plan, or undefined: then it is used up. */
  take(account: string, plan: unknown, confirmation: string): Refusal | undefined
}

/** `key` signs; processes that share it know each other's, but each counts for itself what is used. */
export function createConfirmations({ key, clock }: { key: Buffer; clock: Clock }): Confirmations {
  const spent = new Map<string, number>()

  const sign = (account: string, parts: readonly string[]): string =>
    hashed(createHmac('sha256', key).update(JSON.stringify(['confirmation', account, ...parts])))

  function forget(now: number): void {
    for (const [each, expiresAt] of spent) {
      // They were spent in about the order in which they end.
      if (expiresAt > now && spent.size <= mostSpent) return
      spent.delete(each)
    }
  }

  return {
    give(account, plan) {
      const parts = [(clock.now() + lastsMs).toString(36), randomToken(nonceBytes), digestOf(plan)]
      return [...parts, sign(account, parts)].join('.')
    },
    take(account, plan, confirmation) {
      const now = clock.now()
      const [end = '', nonce = '', digest = '', signature = '', ...more] = confirmation.split('.')
      if (more.length > 0 || !isSame(sign(account, [end, nonce, digest]), signature))
        return 'forged'
      const expiresAt = Number.parseInt(end, 36)
      if (expiresAt <= now) return 'expired'
      if (spent.has(nonce)) return 'used'
      if (digest !== digestOf(plan)) return 'changed'
      forget(now)
      spent.set(nonce, expiresAt)
      return undefined
    },
  }
}

const hashed = (hash: { digest(): Buffer }): string =>
  hash.digest().subarray(0, hashBytes).toString('base64url')

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Of the same plan it is the same, in whatever order its names stand. */
export const digestOf = (plan: unknown): string =>
  hashed(createHash('sha256').update(JSON.stringify(plan, inOrder) ?? ''))

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
