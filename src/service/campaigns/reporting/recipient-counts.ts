import type { Executor } from '../../database/dialect.ts'
import { countStates, type StateCounts } from './recipient-states.ts'
import { selectStateCounts } from './stats-store.ts'

/** Counts recipients by state for each campaign. A campaign without recipients is not in the map. */
export async function recipientCounts(
  db: Executor,
  campaigns: readonly number[],
): Promise<Map<number, StateCounts>> {
  if (campaigns.length === 0) return new Map()
  const rows = await selectStateCounts(db, campaigns)
  const counted = new Set(rows.map(({ campaign_id }) => campaign_id))
  return new Map(
    [...counted].map((id) => [id, countStates(rows.filter((row) => row.campaign_id === id))]),
  )
}
