import type { ActivityRow, DomainActivityRow } from '../database/schema/activity.ts'

type ActivityMeasure = Exclude<keyof ActivityRow, 'account_id' | 'slot'>
type DomainMeasure = Exclude<keyof DomainActivityRow, 'account_id' | 'days' | 'day' | 'domain'>

/** So many more of something, in a row of `activity` or `domain_activity`. */
export interface Tally {
  accountId: number
  measure: ActivityMeasure | DomainMeasure
  /** The start of the row's slot or day. */
  at: number
  domain: string
  count: number
}

export const activityMeasures: readonly ActivityMeasure[] = ['sends', 'opens', 'clicks', 'bounces']
export const domainMeasures: readonly DomainMeasure[] = [
  'sent',
  'returned',
  'hard_bounces',
  'soft_bounces',
  'complaints',
]

/** The hours and days of every zone in use begin on a quarter of an hour, UTC. */
export const slotMs = 900_000
export const dayMs = 86_400_000

export const slotOf = (instant: number): number => instant - (instant % slotMs)
export const dayOf = (instant: number): number => instant - (instant % dayMs)

/** Empty for the hash of somebody who was erased. */
export const domainOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  return at === -1 ? '' : address.slice(at + 1)
}

/** One for each row and measure; what cannot be placed, and what comes to nothing, is left out. */
export function addUp(tallies: readonly Tally[]): Tally[] {
  const isOfDomain = ({ measure }: Tally) => domainMeasures.some((name) => name === measure)
  const sums = new Map<string, Tally>()
  for (const tally of tallies) {
    if (isOfDomain(tally) && tally.domain === '') continue
    const { accountId, measure, at, domain } = tally
    const key = `${accountId} ${measure} ${at} ${domain}`
    const sum = sums.get(key)
    if (sum) sum.count += tally.count
    else sums.set(key, { ...tally })
  }
  return [...sums.values()].filter(({ count }) => count !== 0)
}
