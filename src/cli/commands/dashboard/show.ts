import type { Answer } from '../../../contract/endpoint.ts'
import { dashboard } from '../../../contract/modules/dashboard.ts'
import { Failure } from '../../../core/failure.ts'
import { dayMs } from '../../../core/time.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { showChanges } from '../../campaigns/show-changes.ts'
import { defineCommand } from '../../command/command.ts'
import { number, percent, sentence, text, time, unlessZero } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import type { Chart, Point, View } from '../../output/document.ts'
import { callOnce } from '../../sending/call-once.ts'
import { poll } from '../../waiting/poll.ts'

type Dashboard = Answer<typeof dashboard.show>

/** The chart of opens covers this many days. */
const trendDays = 30

const view: View<Dashboard> = {
  fields: [
    number('contacts'),
    number('active_contacts'),
    number('lists'),
    number('campaigns'),
    number('sent'),
    number('opens'),
    percent('open_rate'),
    number('clicks'),
    percent('click_rate'),
    number('bounces'),
    number('unsubscribes'),
    unlessZero(text('comparison.id')),
    unlessZero(percent('comparison.open_rate')),
    unlessZero(percent('comparison.mean_open_rate')),
    unlessZero(percent('comparison.click_rate')),
    unlessZero(percent('comparison.mean_click_rate')),
    number('quota.used'),
    number('quota.monthly_sends'),
  ],
  sections: [
    {
      field: 'last_campaigns',
      title: 'last_campaigns',
      columns: [
        text('id'),
        text('camp_name'),
        campaignStatus,
        number('recipients'),
        percent('open_rate'),
        percent('click_rate'),
        time('sent_at'),
      ],
    },
    { field: 'warnings', title: 'warnings', columns: [sentence('message')] },
  ],
}

export const command = defineCommand({
  endpoint: dashboard.show,
  isDefault: true,
  options: { watch: { kind: 'switch' } },
  examples: ['dashboard', 'dashboard --watch', 'dashboard show -o json'],
  async run(context, { input, options }) {
    const look = () => callOnce(context, dashboard.show, input)
    const trend = recentOpens(context)
    if (options.watch) {
      await showChanges(context, poll(context, 'stats', look), withCharts(await trend))
    } else {
      const one = await look()
      await context.output.show({ one, view: withCharts(await trend) })
    }
    return undefined
  },
  view,
})

/** Returns the opens of each day, for people only. A server without them has no such chart. */
async function recentOpens(context: Context): Promise<Point[]> {
  const { output, host } = context
  if (output.format !== 'table' || !host.stdout.isTTY) return []
  const from = new Date(host.clock.now() - trendDays * dayMs).toISOString()
  try {
    const { series = [] } = await callOnce(context, dashboard.stats, { from, interval: 'day' })
    return series.map(({ at, opens }) => ({ time: at, value: opens }))
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

function withCharts(points: readonly Point[]): View<Dashboard> {
  const hasOpens = points.length > 1 && points.some(({ value }) => value > 0)
  const trend: Chart[] = hasOpens ? [{ kind: 'series', title: 'opens', points }] : []
  const bar = (label: string, value: number) => ({ label, value })
  return {
    ...view,
    charts: ({ sent, opens, clicks }) => [
      {
        kind: 'bars',
        title: 'reach',
        bars: [bar('sent', sent), bar('opens', opens), bar('clicks', clicks)],
      },
      ...trend,
    ],
  }
}
