import type { contract } from '../../../contract/index.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { hourMs } from '../../../core/time.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { statusOf } from '../campaign.ts'
import { findAnyCampaign } from '../store.ts'
import { selectBounceReasons, selectDomainResults } from './breakdown-store.ts'
import { createFigures, type Figures } from './campaign-figures.ts'
import { figuresOf, ratedMeasures } from './campaign-rates.ts'
import { selectCounts } from './counts-store.ts'
import { ratesOf } from './rates.ts'
import { sumOf } from './recipient-states.ts'
import { resultsOf } from './variant-results.ts'

/** Most mail goes to a few mailbox providers. */
const maxDomains = 20

const slotMs = { hour: hourMs, day: 24 * hourMs }

export const stats =
  ({ db, reader }: Service): Handler<typeof contract.campaigns.stats> =>
  async ({ id, interval = 'hour', breakdown }, { account }) => {
    const campaign = await findAnyCampaign(db, account.id, id)
    const rows = await selectCounts(reader, id)
    const figures = createFigures(rows)
    const { states, of } = figures
    const rated = figuresOf(new Map(ratedMeasures.map((measure) => [measure, of(measure)])))
    const { delivered, unique_opens, unique_clicks } = rated
    return {
      status: statusOf(campaign),
      recipients: sumOf(states),
      ...states,
      delivered,
      opens: of('opens'),
      unique_opens,
      machine_opens: of('machine_opens'),
      clicks: of('clicks'),
      unique_clicks,
      machine_clicks: of('machine_clicks'),
      conversions: of('conversions'),
      conversion_value: figures.conversions(),
      hard_bounces: of('hard_bounces'),
      soft_bounces: of('soft_bounces'),
      complaints: of('complaints'),
      unsubscribes: of('unsubscribes'),
      ...ratesOf(rated),
      series: seriesOf(figures, slotMs[interval]),
      ab_test:
        campaign.ab_test === null
          ? null
          : { winner: campaign.ab_winner, variants: resultsOf(campaign, rows) },
      ...(isOn(breakdown) && {
        domains: await selectDomainResults(reader, id, maxDomains),
        bounce_reasons: await selectBounceReasons(reader, id),
      }),
    }
  }

/** Returns only slots with activity, since opens trickle in for years. */
function seriesOf({ perSlot }: Figures, slotLength: number) {
  const sent = perSlot(slotLength, 'sent')
  const opens = perSlot(slotLength, 'opens')
  const clicks = perSlot(slotLength, 'clicks')
  const bounces = perSlot(slotLength, 'hard_bounces', 'soft_bounces')
  const slots = new Set([sent, opens, clicks, bounces].flatMap((counts) => [...counts.keys()]))
  return [...slots]
    .sort((a, b) => a - b)
    .map((slot) => ({
      at: new Date(slot).toISOString(),
      sent: sent.get(slot) ?? 0,
      opens: opens.get(slot) ?? 0,
      clicks: clicks.get(slot) ?? 0,
      bounces: bounces.get(slot) ?? 0,
    }))
}
