import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import type { VariantCount } from './ab-test.ts'
import { conversionSums } from './conversions-store.ts'
import { countStates, sumOf } from './recipient-states.ts'
import {
  bounceCounts,
  bouncesPerSlot,
  type EngagementCount,
  engagementCounts,
  engagementsPerSlot,
  historyCounts,
  sentPerSlot,
  stateCounts,
} from './stats-store.ts'
import { findMailing } from './store.ts'
import { variantCounts } from './variants-store.ts'
import { statusOf } from './view.ts'

const hourMs = 3_600_000
const slotMs = { hour: hourMs, day: 24 * hourMs }

export const stats =
  ({ db, reader }: Service): Handler<typeof contract.campaigns.stats> =>
  async ({ id, interval = 'hour' }, { account }) => {
    const campaign = await findMailing(db, account.id, id)
    const slot = slotMs[interval]
    const [states, engagements, history, bounces, sends, visits, returns, worth, versions] =
      await Promise.all([
        stateCounts(reader, [id]),
        engagementCounts(reader, id),
        historyCounts(reader, id),
        bounceCounts(reader, id),
        sentPerSlot(reader, id, slot),
        engagementsPerSlot(reader, id, slot),
        bouncesPerSlot(reader, id, slot),
        conversionSums(reader, id),
        variantCounts(reader, campaign),
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
    const bounced = (type: string) => bounces.find((row) => row.type === type)?.count ?? 0
    const cameBack = bounces.reduce((total, row) => total + row.sent, 0)
    const opens = of('open', 0)
    const clicks = of('click', 0)
    return {
      status: statusOf(campaign),
      recipients: sumOf(counts),
      ...counts,
      delivered: counts.sent - cameBack,
      opens: opens.count,
      unique_opens: opens.recipients,
      machine_opens: of('open', 1).count,
      clicks: clicks.count,
      unique_clicks: clicks.recipients,
      machine_clicks: of('click', 1).count,
      conversions: worth.reduce((sum, { count }) => sum + count, 0),
      conversion_value: worth.map(({ currency, value }) => ({ currency, value })),
      hard_bounces: bounced('hard'),
      soft_bounces: bounced('soft'),
      complaints: happened('complaint'),
      unsubscribes: happened('unsubscribe'),
      open_rate: share(opens.recipients, counts.sent),
      click_rate: share(clicks.recipients, counts.sent),
      series: seriesOf({ sends, visits, returns }, slot),
      ab_test: campaign.ab_test === null ? null : testOf(campaign.ab_winner, versions),
    }
  }

const testOf = (winner: string | null, versions: readonly VariantCount[]) => ({
  winner,
  variants: versions.map((version) => ({
    ...version,
    open_rate: share(version.unique_opens, version.sent),
    click_rate: share(version.unique_clicks, version.sent),
  })),
})

/** Who opened a message of unknown fate counts as opener and not as sent, so it may pass the whole. */
export const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(1, part / whole)

interface SlotCount {
  slot: number
  count: number
}

interface PerSlot {
  sends: readonly SlotCount[]
  visits: readonly (SlotCount & { kind: string })[]
  returns: readonly SlotCount[]
}

/** Only the slots in which something happened: opens trickle in for years. */
function seriesOf({ sends, visits, returns }: PerSlot, slotLength: number) {
  const slots = new Set([...sends, ...visits, ...returns].map(({ slot }) => slot))
  const visitsOf = (kind: string) => visits.filter((row) => row.kind === kind)
  const sent = bySlot(sends)
  const opens = bySlot(visitsOf('open'))
  const clicks = bySlot(visitsOf('click'))
  const bounces = bySlot(returns)
  return [...slots]
    .sort((a, b) => a - b)
    .map((slot) => ({
      at: new Date(slot * slotLength).toISOString(),
      sent: sent.get(slot) ?? 0,
      opens: opens.get(slot) ?? 0,
      clicks: clicks.get(slot) ?? 0,
      bounces: bounces.get(slot) ?? 0,
    }))
}

const bySlot = (rows: readonly SlotCount[]): Map<number, number> =>
  new Map(rows.map(({ slot, count }) => [slot, count]))
