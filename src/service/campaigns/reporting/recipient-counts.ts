import type { Executor } from '../../database/dialect.ts'
import { selectTotals } from './counts-store.ts'
import { countStates, type StateCounts, shownStates } from './recipient-states.ts'

/** Counts recipients by state for each campaign. A campaign without recipients is not in the map. */
export async function recipientCounts(
  db: Executor,
  campaigns: readonly number[],
): Promise<Map<number, StateCounts>> {
  const rows = (await selectTotals(db, campaigns, shownStates)).filter(({ count }) => count > 0)
  const counted = new Set(rows.map(({ campaign_id }) => campaign_id))
  return new Map(
    [...counted].map((id) => {
      const states = rows
        .filter(({ campaign_id }) => campaign_id === id)
        .map(({ measure: state, count }) => ({ state, count }))
      return [id, countStates(states)]
    }),
  )
}
