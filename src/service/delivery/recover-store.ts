import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

/** In the words of the index, which SQLite only then uses. */
const isLeased = sql`state in ('claimed', 'submitting')`

/**
 * Takes up what a worker left behind when its lease ended before `deadline`. What was claimed waits
 * again; what was being submitted may have arrived, and is not sent again.
 */
export async function recoverLeases(db: Executor, deadline: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const ledger of ['recipients', 'messages'] as const) {
      await sql`
        update ${sql.table(ledger)}
        set state = case when attempts > 0 then 'deferred' else 'pending' end, claim = null
        where ${isLeased} and state = 'claimed' and lease_until < ${deadline}
      `.execute(tx)
      // The claim stays: the worker may only have been slow, and know the answer yet.
      await sql`
        update ${sql.table(ledger)}
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
