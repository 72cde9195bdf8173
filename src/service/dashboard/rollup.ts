import {
  activityMeasures,
  type CounterDelta,
  domainMeasures,
  sumDeltas,
} from '../database/counter-delta.ts'
import type { Executor } from '../database/dialect.ts'
import { spansContaining } from './rollup-spans.ts'
import {
  addActivity,
  addDomainActivity,
  hasCounterDeltas,
  type RollupRow,
  takeCounterDeltas,
} from './rollup-store.ts'

/** Small enough not to delay other writers. */
const maxBatch = 500

/**
 * Adds counter deltas to the rollups and deletes them in the same transaction, so each counts once
 * even after a crash. Returns whether more may be left.
 */
export async function rollUpCounterDeltas(db: Executor): Promise<boolean> {
  if (!(await hasCounterDeltas(db))) return false
  return db.transaction().execute(async (tx) => {
    const taken = await takeCounterDeltas(tx, maxBatch)
    const sums = sumDeltas(taken)
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
        ({ at, domain }) => spansContaining(at).map((span) => ({ ...span, domain })),
      ),
    )
    return taken.length === maxBatch
  })
}

function rowsOf(
  sums: readonly CounterDelta[],
  measures: readonly CounterDelta['measure'][],
  keysOf: (delta: CounterDelta) => Record<string, number | string>[],
): RollupRow[] {
  const zeros = Object.fromEntries(measures.map((name) => [name, 0]))
  const rows = new Map<string, RollupRow>()
  for (const delta of sums) {
    for (const columns of keysOf(delta)) {
      const key = JSON.stringify([delta.accountId, columns])
      const fresh: RollupRow = { account_id: delta.accountId, ...columns, ...zeros }
      const row = rows.get(key) ?? fresh
      rows.set(key, { ...row, [delta.measure]: Number(row[delta.measure]) + delta.count })
    }
  }
  return [...rows.values()]
}
