import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { isAbandoned, isOfDead } from '../processes/claims-store.ts'
import { releaseFound, removeFound, selectClaimed } from './queue-store.ts'

/**
 * Recovers the messages and campaigns of dead processes. A claimed message may be claimed again. A
 * message that was being submitted may have arrived, so it becomes `uncertain` and is not sent again.
 */
export async function recoverMessages(db: Executor, processId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of ['recipients', 'messages'] as const) {
      const found = await selectClaimed(tx, table, isOfDead(tx, processId))
      await releaseFound(tx, table, found)
      const removed = await removeFound(tx, table, found)
      if (removed.length === 0) continue
      // The claim stays: the process may only be cut off, and still report the result.
      await sql`
        update ${sql.table(table)}
        set state = 'uncertain', attempts = attempts + 1, claim = r.found_claim
        from ${dialectOf(tx).records(removed, { found_id: 'int', found_claim: 'text' })} as r
        where ${sql.table(table)}.id = r.found_id
      `.execute(tx)
    }
    await sql`
      update campaigns set claim = null, lease_until = 0
      where status = 'queued' and ${isAbandoned(tx, processId)}
    `.execute(tx)
  })
}
