import type { Answer } from '../../../contract/endpoint.ts'
import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { showChanges } from '../../campaigns/show-changes.ts'
import { defineCommand } from '../../command/command.ts'
import { number, percent, text, unlessZero, worded } from '../../command/view.ts'
import type { Chart, Section, View } from '../../output/document.ts'
import { callOnce } from '../../sending/call-once.ts'
import { poll } from '../../waiting/poll.ts'

/** What `--breakdown` adds. */
const breakdown: readonly Section[] = [
  {
    field: 'domains',
    title: 'domains',
    columns: [
      text('domain'),
      number('sent'),
      { ...number('bounced'), header: 'bounces' },
      { ...number('opened'), header: 'unique_opens' },
      { ...number('clicked'), header: 'unique_clicks' },
    ],
  },
  {
    field: 'bounce_reasons',
    title: 'bounce_reasons',
    columns: [
      worded(text('type'), 'bounce_type'),
      { ...worded(text('kind'), 'bounce_reason'), header: 'reason' },
      { ...number('count'), header: 'bounces' },
    ],
  },
]

const view: View<Answer<typeof campaigns.stats>> = {
  fields: [
    campaignStatus,
    number('recipients'),
    number('sent'),
    number('delivered'),
    unlessZero(number('failed')),
    unlessZero(number('uncertain')),
    number('unique_opens'),
    percent('open_rate'),
    number('unique_clicks'),
    percent('click_rate'),
    unlessZero(number('machine_opens')),
    unlessZero(number('machine_clicks')),
    unlessZero(number('hard_bounces')),
    unlessZero(number('unsubscribes')),
    unlessZero(number('complaints')),
    unlessZero(number('conversions')),
    unlessZero(text('ab_test.winner')),
    ...['pending', 'deferred', 'cancelled', 'soft_bounces'].map((field) =>
      unlessZero(number(field)),
    ),
    unlessZero(percent('bounce_rate')),
    percent('click_to_open'),
    unlessZero(percent('unsubscribe_rate')),
    unlessZero(percent('complaint_rate')),
  ],
  readingOrder: [
    ...['status', 'recipients', 'sent', 'pending', 'deferred', 'failed', 'uncertain', 'cancelled'],
    ...['delivered', 'hard_bounces', 'soft_bounces', 'bounce_rate'],
    ...['unique_opens', 'open_rate', 'unique_clicks', 'click_rate', 'click_to_open'],
    ...['unsubscribes', 'unsubscribe_rate', 'complaints', 'complaint_rate', 'conversions'],
    ...['machine_opens', 'machine_clicks', 'ab_test.winner'],
  ],
  sections: [
    {
      field: 'conversion_value',
      title: 'conversion_value',
      columns: [text('currency'), { ...number('value'), currencyField: 'currency' }],
    },
    {
      field: 'ab_test.variants',
      title: 'ab_test.variants',
      columns: [
        text('variant'),
        number('delivered'),
        number('unique_opens'),
        percent('open_rate'),
        number('unique_clicks'),
        percent('click_rate'),
      ],
    },
    ...breakdown,
  ],
  charts: (stats) => chartsOf(stats),
}

export const command = defineCommand({
  endpoint: campaigns.stats,
  positionals: ['id'],
  options: { watch: { kind: 'switch' } },
  examples: ['campaigns stats 7', 'campaigns stats 7 --interval hour -o json'],
  async run(context, { input, options }) {
    const look = () => callOnce(context, campaigns.stats, input)
    if (!options.watch) return { one: await look() }
    await showChanges(context, poll(context, 'stats', look), view)
    return undefined
  },
  view,
})

function chartsOf(stats: Answer<typeof campaigns.stats>): Chart[] {
  const { recipients, delivered, unique_opens, unique_clicks, unsubscribes } = stats
  const { series = [] } = stats // another server may omit it
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
