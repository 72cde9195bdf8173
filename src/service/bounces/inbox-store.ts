import type { Insertable } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { InboxRow } from '../database/schema/bounces.ts'
import type { ReturnPathTarget } from '../mail/return-path.ts'
import type { UnsubscribeLink } from '../subscription/unsubscribe-token.ts'

type NewInboxMessage = Pick<Insertable<InboxRow>, 'mail_from' | 'rcpt_to' | 'raw' | 'received_at'>

export async function insertInboxMessages(
  tx: Executor,
  messages: readonly NewInboxMessage[],
): Promise<void> {
  const rows = messages.map((message) => ({ ...message, handled_at: null, outcome: null }))
  await tx.insertInto('inbox').values(rows).execute()
}

/** Logs an event that a provider posted, next to the reports by mail. Stores no address. */
export async function insertProviderEvent(
  tx: Executor,
  { relay, outcome, now }: { relay: string; outcome: string; now: number },
): Promise<void> {
  await tx
    .insertInto('inbox')
    .values({
      ...{ mail_from: relay, rcpt_to: '', raw: Buffer.alloc(0), received_at: now },
      ...{ handled_at: now, outcome },
    })
    .execute()
}

export const selectUnreadMessages = (db: Executor, limit: number) =>
  db
    .selectFrom('inbox')
    .select(['id', 'rcpt_to', 'raw'])
    .where('handled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whether more than `limit` messages are unread. */
export async function hasBacklog(db: Executor, limit: number): Promise<boolean> {
  const nextUnread = db
    .selectFrom('inbox')
    .select('id')
    .where('handled_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .offset(limit)
  return (await nextUnread.executeTakeFirst()) !== undefined
}

/**
 * Marks a message as read and erases its content, which may name people who ask to be forgotten.
 * Returns false when another worker has read it already.
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

export async function setOutcome(tx: Executor, id: number, outcome: string): Promise<void> {
  await tx.updateTable('inbox').set({ outcome }).where('id', '=', id).execute()
}

/** Returns the recipient of a message; undefined once the campaign is deleted. */
export const findRecipient = (tx: Executor, { recipient, campaign }: ReturnPathTarget) =>
  tx
    .selectFrom('recipients')
    .select(['account_id', 'campaign_id', 'contact_id', 'address_key'])
    .where('id', '=', recipient)
    .where('campaign_id', '=', campaign)
    .executeTakeFirst()

export const accountOfContact = (
  tx: Executor,
  { contactId, listId }: Pick<UnsubscribeLink, 'contactId' | 'listId'>,
) =>
  tx
    .selectFrom('contacts')
    .select('account_id')
    .where('id', '=', contactId)
    .where('list_id', '=', listId)
    .executeTakeFirst()
