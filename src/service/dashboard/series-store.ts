import { type RawBuilder, sql } from 'kysely'
import { activityMeasures } from '../database/counter-delta.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { FixedOffsetPeriod } from './slots.ts'

/** Counts of one interval or less, from `at` on. */
export interface Activity {
  at: number
  sends: number
  opens: number
  clicks: number
  bounces: number
}

/**
 * Counts the activity of an account by interval of local time. Counter deltas that are not rolled
 * up yet are read in the same statement, so that none is missed or counted twice.
 */
export async function selectActivity(
  reader: Executor,
  account: number,
  { periods, intervalMs }: { periods: readonly FixedOffsetPeriod[]; intervalMs: number },
): Promise<Activity[]> {
  const records = dialectOf(reader).records(
    periods.map(({ start, end, offset }) => ({ begins: start, ends: end, ahead: offset })),
    { begins: 'int', ends: 'int', ahead: 'int' },
  )
  // A literal, not a bound parameter: the database would not recognise two bound expressions in
  // `select` and `group by` as equal.
  const interval = (time: RawBuilder<number>) => sql`(${time} + ahead) / ${sql.lit(intervalMs)}`
  const sums = activityMeasures.map(
    (name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`,
  )
  const deltaSums = activityMeasures.map(
    (name) => sql`cast(sum(case measure when ${sql.lit(name)} then count else 0 end) as bigint)`,
  )
  const { rows } = await sql<Activity>`
    select min(slot) as at, ${sql.join(sums)}
    from ${records} as r join activity on slot >= begins and slot < ends
    where account_id = ${account} group by begins, ${interval(sql`slot`)}
    union all
    select min(at), ${sql.join(deltaSums)}
    from ${records} as r join tallies on at >= begins and at < ends
    where account_id = ${account} and measure in (${sql.join(activityMeasures.map((name) => sql.lit(name)))})
    group by begins, ${interval(sql`at`)}
  `.execute(reader)
  return rows
}
