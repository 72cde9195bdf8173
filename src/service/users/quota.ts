import { endOfMonth } from './month.ts'

export interface Limits {
  monthly_sends: number
  contacts_max: number
  ai_generations: number
  rate_per_hour: number
}

/** As the contract has an edit of them. */
export type LimitsEdit = { [Name in keyof Limits]?: Limits[Name] | undefined }

export const withEdit = (before: Limits, edit: LimitsEdit): Limits => ({
  monthly_sends: edit.monthly_sends ?? before.monthly_sends,
  contacts_max: edit.contacts_max ?? before.contacts_max,
  ai_generations: edit.ai_generations ?? before.ai_generations,
  rate_per_hour: edit.rate_per_hour ?? before.rate_per_hour,
})

/** What is shared out: given to one account, it is another's no more. The rate is only bounded. */
export type Share = Omit<Limits, 'rate_per_hour'>

export const noShare: Share = { monthly_sends: 0, contacts_max: 0, ai_generations: 0 }

export interface Spent {
  sends_used: number
  sends_reset_at: number
}

/** Sends of the running month. */
export const usedOf = ({ sends_used, sends_reset_at }: Spent, now: number): number =>
  sends_reset_at > now ? sends_used : 0

export const resetOf = (account: Spent & { timezone: string }, now: number): number =>
  account.sends_reset_at > now ? account.sends_reset_at : endOfMonth(now, account.timezone)

export const differenceOf = (share: Share, from: Share): Share => ({
  monthly_sends: share.monthly_sends - from.monthly_sends,
  contacts_max: share.contacts_max - from.contacts_max,
  ai_generations: share.ai_generations - from.ai_generations,
})

/** What of an account's limits is neither used nor given away. */
export const leftOf = (
  account: Limits & Spent & { contacts_used: number },
  now: number,
): Limits => ({
  monthly_sends: account.monthly_sends - usedOf(account, now),
  contacts_max: account.contacts_max - account.contacts_used,
  ai_generations: account.ai_generations,
  rate_per_hour: account.rate_per_hour,
})

/** What a new account gets where nobody says otherwise: enough to begin with, and the next one too. */
export function firstShare(left: Limits): Share {
  const tenth = (limit: number) => Math.max(0, Math.min(10_000, Math.floor(limit / 10)))
  return {
    monthly_sends: tenth(left.monthly_sends),
    contacts_max: tenth(left.contacts_max),
    ai_generations: 0,
  }
}
