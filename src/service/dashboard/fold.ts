import type { Executor } from '../database/dialect.ts'
import { activityMeasures, addUp, domainMeasures, type Tally } from '../events/tally.ts'
import {
  type Addition,
  addActivity,
  addDomainActivity,
  isAnyTally,
  takeTallies,
} from './fold-store.ts'
import { spansWith } from './spans.ts'

/** A slice that no other writer notices. */
const mostAtOnce = 500

/**
 * Adds tallies to the rows that they belong to, in the transaction that takes them away: whenever it
 * is cut off, each counts once. Returns whether there is more than it took.
 */
export async function foldTallies(db: Executor): Promise<boolean> {
  if (!(await isAnyTally(db))) return false
  return db.transaction().execute(async (tx) => {
    const taken = await takeTallies(tx, mostAtOnce)
    const sums = addUp(taken)
    await addActivity(
      tx,
      rowsOf(
        sums.filter(({ domain }) => domain === ''),
        activityMeasures,
        ({ at }) => [{ slot: at }],
      ),
    )
    await addDomainActivity(
      tx,
      rowsOf(
        sums.filter(({ domain }) => domain !== ''),
        domainMeasures,
        ({ at, domain }) => spansWith(at).map((span) => ({ ...span, domain })),
      ),
    )
    return taken.length === mostAtOnce
  })
}

function rowsOf(
  sums: readonly Tally[],
  measures: readonly Tally['measure'][],
  placesOf: (tally: Tally) => Record<string, number | string>[],
): Addition[] {
  const zeros = Object.fromEntries(measures.map((name) => [name, 0]))
  const rows = new Map<string, Addition>()
  for (const tally of sums) {
    for (const place of placesOf(tally)) {
      const key = JSON.stringify([tally.accountId, place])
      const fresh: Addition = { account_id: tally.accountId, ...place, ...zeros }
      const row = rows.get(key) ?? fresh
      rows.set(key, { ...row, [tally.measure]: Number(row[tally.measure]) + tally.count })
    }
  }
  return [...rows.values()]
}
