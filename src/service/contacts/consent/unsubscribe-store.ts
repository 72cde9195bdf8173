import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import type { ListRef } from '../../lists/store.ts'
import { idsIn } from '../store.ts'

interface ContactRef {
  accountId: number
  contactId: number
}

/** Marks a contact as unsubscribed or complained. Returns false if it already was one of the two. */
export async function markUnsubscribed(
  tx: Executor,
  { accountId, contactId }: ContactRef,
  { status, now }: { status: 'unsubscribed' | 'complained'; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contacts')
    .set((row) => ({
      status,
      unsubscribed_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .where('status', 'not in', ['unsubscribed', 'complained'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Marks an unsubscribed contact as complained. */
export async function markComplained(
  tx: Executor,
  { accountId, contactId }: ContactRef,
  now: number,
): Promise<void> {
  await tx
    .updateTable('contacts')
    .set((row) => ({ status: 'complained', updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .execute()
}

export const findComplainant = (tx: Executor, { accountId, contactId }: ContactRef) =>
  tx
    .selectFrom('contacts')
    .select(['status', 'list_id', 'email', 'email_key'])
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Marks many contacts of a list as unsubscribed. Returns those that were not before. */
export async function markManyUnsubscribed(
  tx: Executor,
  { accountId, listId }: ListRef,
  contactIds: readonly number[],
  now: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update contacts set status = 'unsubscribed', unsubscribed_at = ${now}, updated_at = ${now},
      version = version + 1
    where account_id = ${accountId} and list_id = ${listId}
      and status not in ('unsubscribed', 'complained') and id in ${idsIn(tx, contactIds)}
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Suppresses the addresses of contacts on their list. */
export async function suppressContacts(
  tx: Executor,
  contactIds: readonly number[],
  { reason, now }: { reason: string; now: number },
): Promise<void> {
  await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select account_id, list_id, email_key, email, 'unsubscribe', ${reason}, null, ${now}
    from contacts where id in ${idsIn(tx, contactIds)}
    on conflict (account_id, email_key, list_id) do nothing
  `.execute(tx)
}

/** Records in the history of contacts that they were unsubscribed. */
export async function recordUnsubscribes(
  tx: Executor,
  contactIds: readonly number[],
  { reason, now }: { reason: string; now: number },
): Promise<void> {
  await sql`
    insert into contact_history (account_id, contact_id, type, campaign_id, detail, at)
    select account_id, id, 'unsubscribe', null, ${reason}, ${now}
    from contacts where id in ${idsIn(tx, contactIds)}
  `.execute(tx)
}
