import type { contract } from '../../contract/index.ts'
import { activityMeasures } from '../events/tally.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { periodOf } from './period.ts'
import { type Activity, selectActivity } from './series-store.ts'
import { intervalMs, slotsOf } from './slots.ts'

export const stats =
  ({ reader, clock }: Service): Handler<typeof contract.dashboard.stats> =>
  async ({ interval = 'day', timezone, ...asked }, { account }) => {
    const zone = timezone ?? account.timezone
    const step = intervalMs[interval]
    const { from, to } = periodOf(asked, { now: clock.now(), intervalMs: step })
    const { starts, end, stretches } = slotsOf(from, to, interval, zone)
    const activity = await selectActivity(reader, account.id, { stretches, intervalMs: step })
    const instant = (time: number) => new Date(time).toISOString()
    return {
      from: instant(starts[0] ?? end),
      to: instant(end),
      interval,
      timezone: zone,
      series: seriesOf(starts, activity).map(({ at, ...counts }) => ({
        at: instant(at),
        ...counts,
      })),
    }
  }

/** A point for each start; both are in the order of time once sorted. */
function seriesOf(starts: readonly number[], activity: readonly Activity[]): Activity[] {
  const points = starts.map((at) => ({ at, sends: 0, opens: 0, clicks: 0, bounces: 0 }))
  let place = 0
  for (const row of [...activity].sort((a, b) => a.at - b.at)) {
    while ((points[place + 1]?.at ?? Number.POSITIVE_INFINITY) <= row.at) place++
    const point = points[place]
    if (point) for (const measure of activityMeasures) point[measure] += row[measure]
  }
  return points
}
