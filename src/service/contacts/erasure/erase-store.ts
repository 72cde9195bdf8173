import { sql } from 'kysely'
import type { Condition } from '../../database/condition.ts'
import type { Executor } from '../../database/dialect.ts'
import { clearDiagnostics } from '../../figures/bounces-store.ts'
import { cancelRecipients, changeRecipientDetails } from '../../figures/recipients-store.ts'
import type { Contact } from '../store.ts'
import {
  type SuppressionType,
  suppress,
  testMessages,
  wholeAccount,
} from '../suppression/suppressions-store.ts'
import type { Person } from './text-places.ts'
import type { TextRow } from './texts-store.ts'

/**
 * The messages to a person: those to the contact, and those to one with the address that was deleted
 * earlier. Two conditions, because each has its own index and a combined one would use neither.
 */
const messagesTo = ({ id, account_id, email_key }: Contact): readonly Condition[] => [
  sql`recipients.contact_id = ${id}`,
  sql`recipients.campaign_id in (select id from campaigns where account_id = ${account_id})
    and recipients.address_key = ${email_key}
    and not exists (select 1 from contacts where contacts.id = recipients.contact_id)`,
]

/**
 * Cancels the messages that are not with the relay yet. Returns the end of the month from whose limit
 * each was taken, for those that took a send themselves.
 */
export async function cancelUnsent(tx: Executor, contact: Contact): Promise<number[]> {
  const takenUntil: number[] = []
  for (const isTo of messagesTo(contact)) {
    const { rows: removed } = await sql<{ removed_id: number }>`
      delete from recipient_queue where account_id = ${contact.account_id} and id in (
        select recipients.id from recipients where ${isTo} and state in ('pending', 'deferred')
      ) and submitting = 0
      returning id as removed_id
    `.execute(tx)
    if (removed.length === 0) continue
    const cancelled = await cancelRecipients(
      tx,
      removed.map(({ removed_id }) => removed_id),
    )
    for (const { taken_until } of cancelled) if (taken_until !== null) takenUntil.push(taken_until)
  }
  return takenUntil
}

/** Replaces the address in every message, whatever its state, by the hash. */
export async function hashRecipients(tx: Executor, contact: Contact, hash: string): Promise<void> {
  for (const isTo of messagesTo(contact)) {
    await changeRecipientDetails(
      tx,
      isTo,
      sql`response = null, address_key = case
        when exists (
          select 1 from recipients other where other.campaign_id = recipients.campaign_id
            and other.address_key = ${hash} and other.visit = recipients.visit
            and other.id <> recipients.id
        ) then cast(${hash} as text) || ':' || recipients.id
        else cast(${hash} as text) end`,
    )
  }
}

/** Empties the reports of the servers about messages to a contact. */
export async function clearReports(
  tx: Executor,
  { id, account_id }: Contact,
  hash: string,
): Promise<void> {
  const those = sql<boolean>`
    recipient_id in (
      select recipients.id from recipients where recipients.contact_id = ${id}
      union all
      select recipients.id from recipients
      where recipients.campaign_id in (select id from campaigns where account_id = ${account_id})
        and recipients.address_key = ${hash}
    )`
  await clearDiagnostics(tx, those)
}

export async function clearRuns(tx: Executor, contactId: number): Promise<void> {
  await tx
    .updateTable('automation_runs')
    .set({ properties: '{}', events: null, earlier_events: null })
    .where('contact_id', '=', contactId)
    .execute()
}

export async function deleteSignals(tx: Executor, contactId: number): Promise<void> {
  await tx.deleteFrom('signals').where('contact_id', '=', contactId).execute()
}

/** Returns what pages and shops have reported about a contact. */
export async function selectConversionTexts(tx: Executor, contactId: number): Promise<TextRow[]> {
  const rows = await tx
    .selectFrom('conversions')
    .select(['id', 'name', 'event_id'])
    .where('contact_id', '=', contactId)
    .execute()
  return rows.map(({ id, ...texts }) => ({ key: { id }, texts }))
}

/**
 * Replaces all suppressions of an address by one of the hash in the whole account. It keeps the strongest
 * type. One of test messages stays one.
 */
export async function hashSuppressions(
  tx: Executor,
  { account_id: accountId, email_key }: Person,
  { hash, now }: { hash: string; now: number },
): Promise<void> {
  const replaced = await tx
    .deleteFrom('suppressions')
    .where('account_id', '=', accountId)
    .where('email_key', '=', email_key)
    .returning(['list_id', 'type', 'campaign_id'])
    .execute()
  const erased = { accountId, emailKey: hash, email: null, reason: '', now }
  const erasure = { listId: wholeAccount, type: 'unsubscribe', campaignId: null } as const
  await suppress(tx, { ...erased, ...erasure })
  for (const { list_id, type, campaign_id: campaignId } of replaced) {
    const listId = list_id === testMessages ? testMessages : wholeAccount
    // Only `suppressMany` writes the type.
    await suppress(tx, { ...erased, listId, type: type as SuppressionType, campaignId })
  }
}

export async function deleteLifted(tx: Executor, person: Person): Promise<void> {
  await tx
    .deleteFrom('lifted_suppressions')
    .where('account_id', '=', person.account_id)
    .where('email_key', '=', person.email_key)
    .execute()
}
