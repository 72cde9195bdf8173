import { sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'

/**
 * Deletes images. Those whose bytes are outside of the database are noted, because a worker deletes the bytes
 * after the transaction.
 */
export async function deleteImageRows(tx: Executor, those: Condition): Promise<void> {
  await sql`
    insert into media_removals (account_id, stored_in, name, remove_at, attempts)
    select account_id, stored_in, public_id, 0, 0 from media
    where ${those} and stored_in is not null
    on conflict (account_id, stored_in, name) do update set remove_at = 0
  `.execute(tx)
  await tx.deleteFrom('media').where(those).execute()
}
