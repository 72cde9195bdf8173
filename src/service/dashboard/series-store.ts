import { type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { activityMeasures } from '../events/tally.ts'
import type { Stretch } from './slots.ts'

/** What happened from `at` on, for no longer than an interval. */
export interface Activity {
  at: number
  sends: number
  opens: number
  clicks: number
  bounces: number
}

/**
 * What an account did in these stretches of time, by the intervals of the clocks there. What is not
 * added to a rollup yet is counted in the same statement, so that nothing is missed or comes twice.
 */
export async function selectActivity(
  reader: Executor,
  account: number,
  { stretches, intervalMs }: { stretches: readonly Stretch[]; intervalMs: number },
): Promise<Activity[]> {
  const records = dialectOf(reader).records(
    stretches.map(({ start, end, offset }) => ({ begins: start, ends: end, ahead: offset })),
    { begins: 'int', ends: 'int', ahead: 'int' },
  )
  // Written out and not bound: as binds the expressions of `select` and `group by` would be two.
  const interval = (time: RawBuilder<number>) => sql`(${time} + ahead) / ${sql.lit(intervalMs)}`
  const sums = activityMeasures.map(
    (name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`,
  )
  const tallied = activityMeasures.map(
    (name) => sql`cast(sum(case measure when ${sql.lit(name)} then count else 0 end) as bigint)`,
  )
  const { rows } = await sql<Activity>`
    select min(slot) as at, ${sql.join(sums)}
    from ${records} as r join activity on slot >= begins and slot < ends
    where account_id = ${account} group by begins, ${interval(sql`slot`)}
    union all
    select min(at), ${sql.join(tallied)}
    from ${records} as r join tallies on at >= begins and at < ends
    where account_id = ${account} and measure in (${sql.join(activityMeasures.map((name) => sql.lit(name)))})
    group by begins, ${interval(sql`at`)}
  `.execute(reader)
  return rows
}
