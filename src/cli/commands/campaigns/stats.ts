import type { Answer } from '../../../contract/endpoint.ts'
import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import type { Chart } from '../../output/document.ts'
import { number, percent, text } from '../../view.ts'

export const command = defineCommand({
  endpoint: campaigns.stats,
  positionals: ['id'],
  examples: ['campaigns stats 7', 'campaigns stats 7 --interval hour -o json'],
  view: {
    fields: [
      text('status'),
      number('recipients'),
      number('sent'),
      number('delivered'),
      number('failed'),
      number('uncertain'),
      number('unique_opens'),
      percent('open_rate'),
      number('unique_clicks'),
      percent('click_rate'),
      number('machine_opens'),
      number('machine_clicks'),
      number('hard_bounces'),
      number('unsubscribes'),
      number('complaints'),
    ],
    charts: (stats) => chartsOf(stats),
  },
})

function chartsOf(stats: Answer<typeof campaigns.stats>): Chart[] {
  const { recipients, delivered, unique_opens, unique_clicks, unsubscribes, series } = stats
  const bar = (label: string, value: number) => ({
    label,
    value,
    ...(recipients > 0 && { share: value / recipients }),
  })
  const bars = [
    bar('recipients', recipients),
    bar('delivered', delivered),
    bar('unique_opens', unique_opens),
    bar('unique_clicks', unique_clicks),
    bar('unsubscribes', unsubscribes),
  ]
  const points = series.map(({ at, opens }) => ({ time: at, value: opens }))
  return [
    { kind: 'bars', title: 'reach', bars },
    ...(points.length > 1 ? [{ kind: 'series' as const, title: 'opens', points }] : []),
  ]
}
