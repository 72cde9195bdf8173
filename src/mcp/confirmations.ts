import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import { randomToken } from '../core/ids.ts'
import { minuteMs } from '../core/time.ts'

/** Long enough to show a plan to a person, short enough that the plan is still current. */
export const lifetimeMinutes = 10
const lifetimeMs = lifetimeMinutes * minuteMs

const nonceBytes = 9
/** 128 bits of a hash: a collision or a forged signature cannot be found within minutes. */
const hashBytes = 16

/** Far above what one process issues within the lifetime. */
const maxSpent = 100_000

type Refusal = 'forged' | 'expired' | 'used' | 'changed'

export interface Confirmations {
  /** Issues a confirmation of exactly this plan for this account. */
  issue(account: string, plan: unknown): string
  /** Uses a confirmation up. Returns why it is not valid for this plan; undefined if it is. */
  redeem(account: string, plan: unknown, confirmation: string): Refusal | undefined
}

/** Processes with the same `key` accept each other's confirmations, but each tracks its own used ones. */
export function createConfirmations({ key, clock }: { key: Buffer; clock: Clock }): Confirmations {
  const spent = new Map<string, number>()

  const sign = (account: string, parts: readonly string[]): string =>
    hashed(createHmac('sha256', key).update(JSON.stringify(['confirmation', account, ...parts])))

  function forget(now: number): void {
    for (const [each, expiresAt] of spent) {
      // They are in the approximate order of their expiry.
      if (expiresAt > now && spent.size <= maxSpent) return
      spent.delete(each)
    }
  }

  return {
    issue(account, plan) {
      const parts = [
        (clock.now() + lifetimeMs).toString(36),
        randomToken(nonceBytes),
        digestOf(plan),
      ]
      return [...parts, sign(account, parts)].join('.')
    },
    redeem(account, plan, confirmation) {
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

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** A digest that does not depend on the order of keys. */
export const digestOf = (plan: unknown): string =>
  hashed(createHash('sha256').update(JSON.stringify(plan, inOrder) ?? ''))

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
