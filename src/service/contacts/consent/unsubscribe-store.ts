import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import { insertHistory } from '../../figures/history-store.ts'
import type { ListRef } from '../../lists/store.ts'
import { idsIn } from '../store.ts'
import { isErased, strongerWins } from '../suppression/suppressions-store.ts'
import { changeContacts } from '../table/change-store.ts'

interface ContactRef {
  accountId: number
  contactId: number
}

/** Marks a contact as unsubscribed. Returns false if it already was, or had complained. */
export async function markUnsubscribed(
  tx: Executor,
  { accountId, contactId }: ContactRef,
  now: number,
): Promise<boolean> {
  const those = sql<boolean>`id = ${contactId} and account_id = ${accountId} and ${isSubscribed}`
  return (await changeContacts(tx, those, { set: asUnsubscribed(now) })).length > 0
}

const isSubscribed = sql`status not in ('unsubscribed', 'complained')`

const asUnsubscribed = (now: number) => sql`status = 'unsubscribed', unsubscribed_at = ${now},
  updated_at = ${now}, version = version + 1`

interface Complainant {
  email: string
  email_key: string
}

/**
 * Returns the address of a contact that complained. If it was deleted since, the address is the one
 * that the campaign was sent to, unless the person was erased.
 */
export async function findComplainant(
  tx: Executor,
  { accountId, contactId, campaignId }: ContactRef & { campaignId: number | null },
): Promise<Complainant | undefined> {
  const contact = await tx
    .selectFrom('contacts')
    .select(['email', 'email_key'])
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (contact || campaignId === null) return contact
  const mailed = await tx
    .selectFrom('recipients')
    .select('address_key as email_key')
    .where('contact_id', '=', contactId)
    .where('account_id', '=', accountId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return mailed && !isErased(mailed.email_key) ? { ...mailed, email: mailed.email_key } : undefined
}

/** Marks many contacts of a list as unsubscribed. Returns those that were not before. */
export async function markManyUnsubscribed(
  tx: Executor,
  { accountId, listId }: ListRef,
  contactIds: readonly number[],
  now: number,
): Promise<number[]> {
  const those = sql<boolean>`account_id = ${accountId} and list_id = ${listId}
    and ${isSubscribed} and id in ${idsIn(tx, contactIds)}`
  const unsubscribed = await changeContacts(tx, those, { set: asUnsubscribed(now) })
  return unsubscribed.map(({ id }) => id)
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
    from contacts where id in ${idsIn(tx, contactIds)} order by email_key
    ${strongerWins}
  `.execute(tx)
}

/** Records in the history of contacts that they were unsubscribed. */
export async function recordUnsubscribes(
  tx: Executor,
  contactIds: readonly number[],
  { reason, now }: { reason: string; now: number },
): Promise<void> {
  const entries = sql`
    select account_id, id, 'unsubscribe', cast(null as bigint), ${reason}, cast(${now} as bigint)
    from contacts where id in ${idsIn(tx, contactIds)}`
  await insertHistory(tx, entries, { isOfCampaign: false })
}
