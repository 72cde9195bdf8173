import { parseDuration } from '../../../core/duration.ts'
import { zoneField } from '../../campaigns/recipient-hour.ts'
import { type FieldValues, fieldValuesOf } from '../../campaigns/values-store.ts'
import { findAccount } from '../../users/store.ts'
import type { NodeOf } from '../definition.ts'
import { daysAfter, nextHour, zoneOr } from './moment.ts'
import type { Passing, Scene } from './outcome.ts'

type Delay = NodeOf<'delay'>['config']

/**
 * When those who come to a delay go on. What fell due while the service was down, or the automation
 * paused, goes on at once: a wait is never begun again.
 */
export async function endOfDelay(
  { tx, automation, now }: Scene,
  delay: Delay,
  runs: readonly Passing[],
): Promise<(run: Passing) => number> {
  if (delay.period !== undefined) {
    const due = now + (parseDuration(delay.period) ?? 0)
    return () => due
  }
  const { timezone } = await findAccount(tx, automation.accountId)
  const held = await fieldValuesOf(
    tx,
    runs.map(({ contact_id }) => contact_id),
  )
  return ({ contact_id }) => {
    const values = held.get(contact_id) ?? {}
    return untilOf(delay, values, zoneOr(values[zoneField], timezone), now)
  }
}

/** A contact without the date, and one whose date is past, go on at once. */
function untilOf(
  { until_hour: hour, until_field: field, offset_days: days = 0 }: Delay,
  values: FieldValues,
  zone: string,
  now: number,
): number {
  if (hour !== undefined) return nextHour(zone, hour, now)
  const seconds = field === undefined ? undefined : values[field]
  return typeof seconds === 'number' ? Math.max(now, daysAfter(zone, seconds * 1000, days)) : now
}
