import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { countStates, sumOf } from './recipient-states.ts'
import {
  type EngagementCount,
  engagementCounts,
  engagementsPerSlot,
  historyCounts,
  sentPerSlot,
  stateCounts,
} from './stats-store.ts'
import { findCampaign } from './store.ts'
import { statusOf } from './view.ts'

const hourMs = 3_600_000
const slotMs = { hour: hourMs, day: 24 * hourMs }

export const stats =
  ({ db, reader }: Service): Handler<typeof contract.campaigns.stats> =>
  async ({ id, interval = 'hour' }, { account }) => {
    const campaign = await findCampaign(db, account.id, id)
    const slot = slotMs[interval]
    const [states, engagements, history, sends, visits] = await Promise.all([
      stateCounts(reader, [id]),
      engagementCounts(reader, id),
      historyCounts(reader, id),
      sentPerSlot(reader, id, slot),
      engagementsPerSlot(reader, id, slot),
    ])
    const counts = states.get(id) ?? countStates([])
    const of = (kind: string, machine: number): EngagementCount =>
      engagements.find((row) => row.kind === kind && row.machine === machine) ?? {
        kind,
        machine,
        count: 0,
        recipients: 0,
      }
    const happened = (type: string) => history.find((row) => row.type === type)?.count ?? 0
    const opens = of('open', 0)
    const clicks = of('click', 0)
    return {
      status: statusOf(campaign),
      recipients: sumOf(counts),
      ...counts,
      delivered: counts.sent,
      opens: opens.count,
      unique_opens: opens.recipients,
      machine_opens: of('open', 1).count,
      clicks: clicks.count,
      unique_clicks: clicks.recipients,
      machine_clicks: of('click', 1).count,
      conversions: 0,
      hard_bounces: 0,
      soft_bounces: 0,
      complaints: happened('complaint'),
      unsubscribes: happened('unsubscribe'),
      open_rate: share(opens.recipients, counts.sent),
      click_rate: share(clicks.recipients, counts.sent),
      series: seriesOf(sends, visits, slot),
      ab_test: null,
    }
  }

/** Who opened a message of unknown fate counts as opener and not as sent, so it may pass the whole. */
export const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(1, part / whole)

interface Sends {
  slot: number
  count: number
}

/** Only the slots in which something happened: opens trickle in for years. */
function seriesOf(
  sends: readonly Sends[],
  visits: readonly (Sends & { kind: string })[],
  slotLength: number,
) {
  const slots = [...new Set([...sends, ...visits].map(({ slot }) => slot))].sort((a, b) => a - b)
  const visitsIn = (slot: number, kind: string) =>
    visits.find((row) => row.slot === slot && row.kind === kind)?.count ?? 0
  return slots.map((slot) => ({
    at: new Date(slot * slotLength).toISOString(),
    sent: sends.find((row) => row.slot === slot)?.count ?? 0,
    opens: visitsIn(slot, 'open'),
    clicks: visitsIn(slot, 'click'),
    bounces: 0,
  }))
}
