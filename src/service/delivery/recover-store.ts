import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

/** Worded like the partial index: SQLite uses the index only then. */
const isLeased = sql`state in ('claimed', 'submitting')`

/**
 * Recovers the work of workers whose lease ended before `deadline`. A claimed message becomes due again.
 * A message that was being submitted may have arrived, so it becomes `uncertain` and is not sent again.
 */
export async function recoverLeases(db: Executor, deadline: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of ['recipients', 'messages'] as const) {
      await sql`
        update ${sql.table(table)}
        set state = case when attempts > 0 then 'deferred' else 'pending' end, claim = null
        where ${isLeased} and state = 'claimed' and lease_until < ${deadline}
      `.execute(tx)
      // The claim stays: the worker may only be slow, and still report the result.
      await sql`
        update ${sql.table(table)}
        set state = 'uncertain', attempts = attempts + 1
        where ${isLeased} and state = 'submitting' and lease_until < ${deadline}
      `.execute(tx)
    }
    await tx
      .updateTable('campaigns')
      .set({ claim: null, lease_until: 0 })
      .where('claim', 'is not', null)
      .where('lease_until', '<', deadline)
      .execute()
  })
}
