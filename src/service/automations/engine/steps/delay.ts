import { parseDuration } from '../../../../core/duration.ts'
import { type FieldValues, fieldValuesOf } from '../../../campaigns/field-values-store.ts'
import { timezoneField } from '../../../campaigns/sending/recipient-timezone.ts'
import { findAccount } from '../../../users/store.ts'
import type { NodeOf } from '../../definition.ts'
import { daysAfter, nextHour, zoneOrDefault } from '../local-time.ts'
import type { ActiveRun, StepContext } from './outcome.ts'

type Delay = NodeOf<'delay'>['config']

/**
 * Returns when each run leaves a delay. The time does not change later: a delay that ends while the
 * service is down or the automation paused is over at once afterwards.
 */
export async function endOfDelay(
  { tx, automation, now }: StepContext,
  delay: Delay,
  runs: readonly ActiveRun[],
): Promise<(run: ActiveRun) => number> {
  if (delay.period !== undefined) {
    const due = now + (parseDuration(delay.period) ?? 0)
    return () => due
  }
  const { timezone } = await findAccount(tx, automation.accountId)
  const valuesOf = await fieldValuesOf(
    tx,
    automation.accountId,
    runs.map(({ contact_id }) => contact_id),
  )
  return ({ contact_id }) => {
    const values = valuesOf.get(contact_id) ?? {}
    return endOfWait(delay, values, zoneOrDefault(values[timezoneField], timezone), now)
  }
}

/** Without a date, or with a date in the past, the run continues at once. */
function endOfWait(
  { until_hour: hour, until_field: field, offset_days: days = 0 }: Delay,
  values: FieldValues,
  zone: string,
  now: number,
): number {
  if (hour !== undefined) return nextHour(zone, hour, now)
  const seconds = field === undefined ? undefined : values[field]
  return typeof seconds === 'number' ? Math.max(now, daysAfter(zone, seconds * 1000, days)) : now
}
