import type { contract } from '../../../contract/index.ts'
import { hourMs } from '../../../core/time.ts'
import { inOneReader } from '../../database/reader.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import type { VariantResult } from '../ab-test.ts'
import { statusOf } from '../campaign.ts'
import { findAnyCampaign } from '../store.ts'
import { conversionSums } from './conversions-store.ts'
import { recipientCounts } from './recipient-counts.ts'
import { countStates, sumOf } from './recipient-states.ts'
import {
  bounceCounts,
  bouncesPerSlot,
  engagementCounts,
  engagementsPerSlot,
  historyCounts,
  repeatCounts,
  repeatsPerSlot,
  sentPerSlot,
} from './stats-store.ts'
import { variantResults } from './variant-results.ts'

const slotMs = { hour: hourMs, day: 24 * hourMs }

export const stats =
  ({ db, reader }: Service): Handler<typeof contract.campaigns.stats> =>
  async ({ id, interval = 'hour' }, { account }) => {
    const campaign = await findAnyCampaign(db, account.id, id)
    const slot = slotMs[interval]
    const [
      states,
      engagements,
      repeats,
      history,
      bounces,
      sentSlots,
      engagementSlots,
      repeatSlots,
      bounceSlots,
      conversions,
      variants,
    ] = await inOneReader(reader, (one) =>
      Promise.all([
        recipientCounts(one, [id]),
        engagementCounts(one, id),
        repeatCounts(one, id),
        historyCounts(one, id),
        bounceCounts(one, id),
        sentPerSlot(one, id, slot),
        engagementsPerSlot(one, id, slot),
        repeatsPerSlot(one, id, slot),
        bouncesPerSlot(one, id, slot),
        conversionSums(one, id),
        variantResults(one, campaign),
      ]),
    )
    const counts = states.get(id) ?? countStates([])
    const of = (kind: string, machine: number) => {
      const isSame = (row: { kind: string; machine: number }) =>
        row.kind === kind && row.machine === machine
      const { count = 0, recipients = 0 } = engagements.find(isSame) ?? {}
      return { count: count + (repeats.find(isSame)?.count ?? 0), recipients }
    }
    const historyCount = (type: string) => history.find((row) => row.type === type)?.count ?? 0
    const bounceCount = (type: string) => bounces.find((row) => row.type === type)?.count ?? 0
    const bouncedAfterAcceptance = bounces.reduce((total, row) => total + row.sent, 0)
    const opens = of('open', 0)
    const clicks = of('click', 0)
    return {
      status: statusOf(campaign),
      recipients: sumOf(counts),
      ...counts,
      delivered: counts.sent - bouncedAfterAcceptance,
      opens: opens.count,
      unique_opens: opens.recipients,
      machine_opens: of('open', 1).count,
      clicks: clicks.count,
      unique_clicks: clicks.recipients,
      machine_clicks: of('click', 1).count,
      conversions: conversions.reduce((sum, { count }) => sum + count, 0),
      conversion_value: conversions.map(({ currency, value }) => ({ currency, value })),
      hard_bounces: bounceCount('hard'),
      soft_bounces: bounceCount('soft'),
      complaints: historyCount('complaint'),
      unsubscribes: historyCount('unsubscribe'),
      open_rate: share(opens.recipients, counts.sent),
      click_rate: share(clicks.recipients, counts.sent),
      series: seriesOf(
        {
          sent: sentSlots,
          engagements: [...engagementSlots, ...repeatSlots],
          bounces: bounceSlots,
        },
        slot,
      ),
      ab_test: campaign.ab_test === null ? null : testOf(campaign.ab_winner, variants),
    }
  }

const testOf = (winner: string | null, variants: readonly VariantResult[]) => ({
  winner,
  variants: variants.map((version) => ({
    ...version,
    open_rate: share(version.unique_opens, version.sent),
    click_rate: share(version.unique_clicks, version.sent),
  })),
})

/** A rate, at most 1. A message in state `uncertain` can be opened but is not counted as sent. */
export const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(1, part / whole)

interface SlotCount {
  slot: number
  count: number
}

interface PerSlot {
  sent: readonly SlotCount[]
  engagements: readonly (SlotCount & { kind: string })[]
  bounces: readonly SlotCount[]
}

/** Returns only slots with activity, since opens trickle in for years. */
function seriesOf(counts: PerSlot, slotLength: number) {
  const all = [...counts.sent, ...counts.engagements, ...counts.bounces]
  const slots = new Set(all.map(({ slot }) => slot))
  const engagementsOf = (kind: string) => counts.engagements.filter((row) => row.kind === kind)
  const sent = bySlot(counts.sent)
  const opens = bySlot(engagementsOf('open'))
  const clicks = bySlot(engagementsOf('click'))
  const bounces = bySlot(counts.bounces)
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

function bySlot(rows: readonly SlotCount[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { slot, count } of rows) counts.set(slot, (counts.get(slot) ?? 0) + count)
  return counts
}
