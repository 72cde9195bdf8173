import type { Answer } from '../../../contract/endpoint.ts'
import { dashboard } from '../../../contract/modules/dashboard.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text, time } from '../../command/view.ts'
import type { Chart } from '../../output/document.ts'
import { callOnce } from '../../sending/call-once.ts'
import { periodFlags } from '../../syntax/flag.ts'

const measures = ['sends', 'opens', 'clicks', 'bounces'] as const
type Measure = (typeof measures)[number]

type Stats = Partial<Answer<typeof dashboard.stats>>
type Totals = Partial<Record<Measure, number>>

export const command = defineCommand({
  endpoint: dashboard.stats,
  fields: periodFlags,
  examples: [
    'dashboard stats --since 2027-03-01T00:00 --until 2027-04-01T00:00',
    'dashboard stats --interval hour --tz Europe/Madrid -o json',
  ],
  async run(context, { input }) {
    const stats: Stats = await callOnce(context, dashboard.stats, input)
    return { one: { ...totalsOf(stats), ...stats } }
  },
  view: {
    fields: [
      { ...time('from'), header: 'since' },
      { ...time('to'), header: 'until' },
      text('interval'),
      text('timezone'),
      ...measures.map(number),
    ],
    charts: (stats: Stats & Totals) => chartsOf(stats),
  },
})

/** The sums of a series. A server without a series reports the totals itself. */
const totalsOf = ({ series = [] }: Stats): Totals =>
  series.length === 0
    ? {}
    : Object.fromEntries(
        measures.map((name) => [name, series.reduce((sum, point) => sum + point[name], 0)]),
      )

function chartsOf({ series = [], ...totals }: Stats & Totals): Chart[] {
  const bars = measures.flatMap((label) => {
    const value = totals[label]
    return typeof value === 'number' ? [{ label, value }] : []
  })
  const lines = measures
    .filter((title) => series.some((point) => point[title] > 0))
    .map((title): Chart => {
      const points = series.map((point) => ({ time: point.at, value: point[title] }))
      return { kind: 'series', title, points }
    })
  return [
    ...(bars.length > 0 ? [{ kind: 'bars' as const, title: 'reach', bars }] : []),
    ...(series.length > 1 ? lines : []),
  ]
}
