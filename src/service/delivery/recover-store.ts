import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { changeRecipients } from '../figures/recipients-store.ts'
import type { RecoveredMessages } from '../processes/claims.ts'
import { isAbandoned, isOfDead } from '../processes/claims-store.ts'
import { type FoundClaim, releaseFound, removeFound, selectClaimed } from './queue-store.ts'
import type { MessageTable } from './queued-message.ts'

export const messageTables = ['recipients', 'messages'] as const

/** Recovers the messages and campaigns of dead processes. */
export const recoverMessages = (db: Executor, processId: string): Promise<RecoveredMessages> =>
  db.transaction().execute(async (tx) => {
    const recovered = { released: 0, uncertain: 0 }
    for (const table of messageTables) {
      const found = await selectClaimed(tx, table, isOfDead(tx, processId))
      const { released, uncertain } = await recoverFound(tx, table, found)
      recovered.released += released
      recovered.uncertain += uncertain
    }
    await sql`
      update campaigns set claim = null, lease_until = 0
      where status = 'queued' and ${isAbandoned(tx, processId)}
    `.execute(tx)
    return recovered
  })

/**
 * Ends claims. A claimed message may be claimed again. A message that was being submitted may have arrived, so it
 * becomes `uncertain` and is not sent again.
 */
export async function recoverFound(
  tx: Executor,
  table: MessageTable,
  found: readonly FoundClaim[],
): Promise<RecoveredMessages> {
  const released = await releaseFound(tx, table, found)
  const removed = await removeFound(tx, table, found)
  if (removed.length > 0) {
    const found = dialectOf(tx).records(removed, { found_id: 'int', found_claim: 'text' })
    const rows = sql`(select found_id as changed_id, found_claim from ${found} as f)`
    // The claim stays: the process may only be cut off, and still report the result.
    const details = sql`attempts = attempts + 1, claim = r.found_claim`
    if (table === 'recipients') {
      await changeRecipients(tx, { rows, counted: { state: `'uncertain'` }, details })
    } else {
      await sql`
        update messages set state = 'uncertain', ${details} from ${rows} as r
        where messages.id = r.changed_id
      `.execute(tx)
    }
  }
  return { released, uncertain: removed.length }
}
