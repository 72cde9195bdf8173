import type { contract } from '../../contract/index.ts'
import { activityMeasures } from '../database/counter-delta.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { periodOf } from './period.ts'
import { type Activity, selectActivity } from './series-store.ts'
import { intervalMs, slotsOf } from './slots.ts'

export const stats =
  ({ reader, clock }: Service): Handler<typeof contract.dashboard.stats> =>
  async ({ interval = 'day', timezone, ...request }, { account }) => {
    const zone = timezone ?? account.timezone
    const step = intervalMs[interval]
    const { from, to } = periodOf(request, { now: clock.now(), intervalMs: step })
    const { starts, end, periods } = slotsOf(from, to, interval, zone)
    const activity = await selectActivity(reader, account.id, { periods, intervalMs: step })
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

/** Returns one point per start. Both lists are sorted by time. */
function seriesOf(starts: readonly number[], activity: readonly Activity[]): Activity[] {
  const points = starts.map((at) => ({ at, sends: 0, opens: 0, clicks: 0, bounces: 0 }))
  let index = 0
  for (const row of [...activity].sort((a, b) => a.at - b.at)) {
    while ((points[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= row.at) index++
    const point = points[index]
    if (point) for (const measure of activityMeasures) point[measure] += row[measure]
  }
  return points
}
