import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import { setVariants } from '../figures/recipients-store.ts'

/**
 * How far the recipients of a campaign have been assigned; undefined once the claim is lost. It cannot
 * be lost before the transaction ends.
 */
export const findAssignmentCursor = (tx: Executor, campaign: number, claim: string) =>
  dialectOf(tx)
    .lockRows(
      tx
        .selectFrom('campaigns')
        .select(['draw_cursor as lastAddress', 'drawn as assigned'])
        .where('id', '=', campaign)
        .where('claim', '=', claim)
        .where('status', '=', 'queued'),
    )
    .executeTakeFirst()

export const selectRecipientSlice = (tx: Executor, campaign: number, afterAddress: string) =>
  tx
    .selectFrom('recipients')
    .select(['id', 'contact_id', 'address_key'])
    .where('campaign_id', '=', campaign)
    .where('address_key', '>', afterAddress)
    .orderBy('address_key')
    .limit(sliceSize)
    .execute()

/** The variant and send time of one recipient. */
export interface Assignment {
  recipient: number
  version: string | null
  due: number
}

export async function writeAssignments(
  tx: Executor,
  account: number,
  assignments: readonly Assignment[],
): Promise<void> {
  const records = dialectOf(tx).records(assignments, {
    recipient: 'int',
    version: 'text',
    due: 'int',
  })
  await sql`
    update recipient_queue set next_at = r.due from ${records} as r
    where recipient_queue.account_id = ${account} and recipient_queue.id = r.recipient
  `.execute(tx)
  if (assignments.every(({ version }) => version === null)) return
  await setVariants(
    tx,
    sql`(select recipient as changed_id, version as new_variant from ${records} as a)`,
  )
}

export async function advanceAssignmentCursor(
  tx: Executor,
  campaign: number,
  cursor: { lastAddress: string; assigned: number; leaseUntil: number },
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      draw_cursor: cursor.lastAddress,
      drawn: cursor.assigned,
      lease_until: cursor.leaseUntil,
    })
    .where('id', '=', campaign)
    .execute()
}
