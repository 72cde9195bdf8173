import type { Insertable } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { InboxRow } from '../database/schema/bounces.ts'
import type { ReturnTarget } from '../mail/return-path.ts'
import type { Leave } from '../subscription/unsubscribe-token.ts'

export type NewInboxMessage = Pick<
  Insertable<InboxRow>,
  'mail_from' | 'rcpt_to' | 'raw' | 'received_at'
>

export async function keepMessages(
  tx: Executor,
  messages: readonly NewInboxMessage[],
): Promise<void> {
  const rows = messages.map((message) => ({ ...message, handled_at: null, outcome: null }))
  await tx.insertInto('inbox').values(rows).execute()
}

export const unreadMessages = (db: Executor, limit: number) =>
  db
    .selectFrom('inbox')
    .select(['id', 'rcpt_to', 'raw'])
    .where('handled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whether more than so many wait to be read. */
export async function hasBacklog(db: Executor, most: number): Promise<boolean> {
  const beyond = db
    .selectFrom('inbox')
    .select('id')
    .where('handled_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .offset(most)
  return (await beyond.executeTakeFirst()) !== undefined
}

/**
 * Of what it said only what is noted elsewhere stays: it names people who may want to be forgotten.
 * False when another worker was there first.
 */
export async function closeMessage(tx: Executor, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inbox')
    .set({ handled_at: now, raw: Buffer.alloc(0) })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function noteOutcome(tx: Executor, id: number, outcome: string): Promise<void> {
  await tx.updateTable('inbox').set({ outcome }).where('id', '=', id).execute()
}

/** Whose message it was. Undefined once the campaign is gone. */
export const findMailed = (tx: Executor, { recipient, campaign }: ReturnTarget) =>
  tx
    .selectFrom('recipients')
    .select(['account_id', 'campaign_id', 'contact_id', 'address_key'])
    .where('id', '=', recipient)
    .where('campaign_id', '=', campaign)
    .executeTakeFirst()

export const accountOfContact = (
  tx: Executor,
  { contactId, listId }: Pick<Leave, 'contactId' | 'listId'>,
) =>
  tx
    .selectFrom('contacts')
    .select('account_id')
    .where('id', '=', contactId)
    .where('list_id', '=', listId)
    .executeTakeFirst()
