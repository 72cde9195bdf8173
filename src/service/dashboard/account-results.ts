import { dayMs } from '../../core/time.ts'
import { dayStart } from '../database/counter-delta.ts'
import type { Executor } from '../database/dialect.ts'
import { type AccountResults, selectAccountResults } from './domains-store.ts'
import type { Period } from './period.ts'
import { spanRunsOf } from './rollup-spans.ts'

/** Adds up the results of all messages that an account sent on the days of a period. */
export function sumAccountResults(
  db: Executor,
  accountId: number,
  { from, to }: Period,
): Promise<AccountResults> {
  const period = { from: dayStart(from), to: dayStart(to + dayMs - 1) }
  return selectAccountResults(db, { accountId, period, spanRuns: spanRunsOf(period) })
}
