import type { CampaignCount } from './counts-store.ts'
import { countStates, type StateCounts } from './recipient-states.ts'

/** The figures of a campaign. */
export interface Figures {
  states: StateCounts
  /** The total of a measure. */
  of(measure: string): number
  /** The counts of measures per slot, by the start of the slot; without slots that count nothing. */
  perSlot(slotMs: number, ...measures: string[]): Map<number, number>
  /** The value of the conversions by currency, null for those without one. */
  conversions(): { currency: string | null; value: number }[]
}

export function createFigures(rows: readonly CampaignCount[]): Figures {
  const of = (measure: string) =>
    rows.filter((row) => row.measure === measure).reduce((sum, { count }) => sum + count, 0)
  return {
    states: countStates(rows.map(({ measure: state, count }) => ({ state, count }))),
    of,
    perSlot(slotMs, ...measures) {
      const counts = new Map<number, number>()
      for (const { measure, at, count } of rows) {
        if (count === 0 || !measures.includes(measure)) continue
        const slot = at - (at % slotMs)
        counts.set(slot, (counts.get(slot) ?? 0) + count)
      }
      return counts
    },
    conversions: () =>
      rows
        .filter(({ measure, count }) => measure === 'conversions' && count > 0)
        .map(({ key, amount }) => ({ currency: key === '' ? null : key, value: amount }))
        .sort((a, b) => (a.currency ?? '').localeCompare(b.currency ?? '')),
  }
}
