import { hourMs } from '../../core/time.ts'
import { instantsAt, wallTimeAt } from '../../core/zone.ts'

export interface Limits {
  monthly_sends: number
  contacts_max: number
  ai_generations: number
  rate_per_hour: number
}

/** A change of some limits, as the contract declares it. */
export type LimitsEdit = { [Name in keyof Limits]?: Limits[Name] | undefined }

export const applyEdit = (before: Limits, edit: LimitsEdit): Limits => ({
  monthly_sends: edit.monthly_sends ?? before.monthly_sends,
  contacts_max: edit.contacts_max ?? before.contacts_max,
  ai_generations: edit.ai_generations ?? before.ai_generations,
  rate_per_hour: edit.rate_per_hour ?? before.rate_per_hour,
})

/** The limits that a parent hands to an account and loses itself. The rate is only capped. */
export type Share = Omit<Limits, 'rate_per_hour'>

export const noShare: Share = { monthly_sends: 0, contacts_max: 0, ai_generations: 0 }

interface SendUsage {
  sends_used: number
  sends_reset_at: number
}

/** Sends in the current month. */
export const usedSends = ({ sends_used, sends_reset_at }: SendUsage, now: number): number =>
  sends_reset_at > now ? sends_used : 0

export const resetOf = (account: SendUsage & { timezone: string }, now: number): number =>
  account.sends_reset_at > now ? account.sends_reset_at : endOfMonth(now, account.timezone)

export const subtractShares = (share: Share, from: Share): Share => ({
  monthly_sends: share.monthly_sends - from.monthly_sends,
  contacts_max: share.contacts_max - from.contacts_max,
  ai_generations: share.ai_generations - from.ai_generations,
})

/** The part of an account's limits that is neither used nor handed to another account. */
export const remainingLimits = (
  account: Limits & SendUsage & { contacts_used: number },
  now: number,
): Limits => ({
  monthly_sends: account.monthly_sends - usedSends(account, now),
  contacts_max: account.contacts_max - account.contacts_used,
  ai_generations: account.ai_generations,
  rate_per_hour: account.rate_per_hour,
})

/** The default share of a new account: enough to start with, and to create more accounts. */
export function defaultShare(remaining: Limits): Share {
  const tenth = (limit: number) => Math.max(0, Math.min(10_000, Math.floor(limit / 10)))
  return {
    monthly_sends: tenth(remaining.monthly_sends),
    contacts_max: tenth(remaining.contacts_max),
    ai_generations: 0,
  }
}

/** Returns when the calendar month of an instant ends, in a time zone. */
export function endOfMonth(instant: number, zone: string): number {
  const wall = new Date(wallTimeAt(instant, zone))
  const first = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 1)
  // If the clocks skip that midnight, the month begins right after the gap.
  const [start = instantsAt(first + hourMs, zone)[0] ?? first] = instantsAt(first, zone)
  return start
}
