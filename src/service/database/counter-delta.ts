import { dayMs } from '../../core/time.ts'
import type { ActivityRow, DomainActivityRow } from './schema/activity.ts'

type ActivityMeasure = Exclude<keyof ActivityRow, 'account_id' | 'slot'>
type DomainMeasure = Exclude<keyof DomainActivityRow, 'account_id' | 'days' | 'day' | 'domain'>

/** A change of one counter in a row of `activity` or `domain_activity`. */
export interface CounterDelta {
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

/** In UTC, the hours and days of every time zone in use start on a quarter of an hour. */
const slotMs = 900_000

export const slotStart = (instant: number): number => instant - (instant % slotMs)
export const dayStart = (instant: number): number => instant - (instant % dayMs)

/** Returns an empty text for the hash of an erased address. */
export const domainOf = (address: string): string => {
  const index = address.lastIndexOf('@')
  return index === -1 ? '' : address.slice(index + 1)
}

/**
 * Returns one delta for each row and measure. Omits deltas without a required domain, and sums of
 * zero.
 */
export function sumDeltas(deltas: readonly CounterDelta[]): CounterDelta[] {
  const isOfDomain = ({ measure }: CounterDelta) => domainMeasures.some((name) => name === measure)
  const sums = new Map<string, CounterDelta>()
  for (const delta of deltas) {
    if (isOfDomain(delta) && delta.domain === '') continue
    const { accountId, measure, at, domain } = delta
    const key = `${accountId} ${measure} ${at} ${domain}`
    const sum = sums.get(key)
    if (sum) sum.count += delta.count
    else sums.set(key, { ...delta })
  }
  return [...sums.values()].filter(({ count }) => count !== 0)
}
