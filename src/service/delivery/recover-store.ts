import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { isAbandoned } from '../processes/claims-store.ts'

/** Worded like the partial index: SQLite uses the index only then. */
const isLeased = sql`state in ('claimed', 'submitting')`

/**
 * Recovers the messages and campaigns of dead processes. A claimed message becomes due again. A
 * message that was being submitted may have arrived, so it becomes `uncertain` and is not sent again.
 */
export async function recoverMessages(db: Executor, processId: string): Promise<void> {
  const isDead = isAbandoned(db, processId)
  await db.transaction().execute(async (tx) => {
    for (const table of ['recipients', 'messages'] as const) {
      await sql`
        update ${sql.table(table)}
        set state = case when attempts > 0 then 'deferred' else 'pending' end, claim = null
        where ${isLeased} and state = 'claimed' and ${isDead}
      `.execute(tx)
      // The claim stays: the process may only be cut off, and still report the result.
      await sql`
        update ${sql.table(table)}
        set state = 'uncertain', attempts = attempts + 1
        where ${isLeased} and state = 'submitting' and ${isDead}
      `.execute(tx)
    }
    await sql`
      update campaigns set claim = null, lease_until = 0 where status = 'queued' and ${isDead}
    `.execute(tx)
  })
}
