import { sql } from 'kysely'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { idsIn } from '../store.ts'
import { strongerWins } from '../suppression/suppressions-store.ts'
import { changeContacts, changeDetails } from '../table/change-store.ts'

/** Moves contacts to another list with all their data but the values. */
export async function moveContacts(
  tx: Executor,
  listId: number,
  ids: readonly number[],
  { status, now }: { status: ContactStatus; now: number },
): Promise<void> {
  await changeContacts(tx, sql`id in ${idsIn(tx, ids)}`, {
    set: sql`list_id = ${listId}, status = ${status}, version = version + 1, updated_at = ${now},
      confirmed_at = case when status = ${status} then confirmed_at end`,
  })
}

/** Fields belong to a list, so the values have no meaning on another one. */
export async function deleteAllValues(
  tx: Executor,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from contact_values where account_id = ${accountId} and contact_id in ${idsIn(tx, ids)}
  `.execute(tx)
}

/**
 * Copies the confirmation and unsubscribe times of the originals. A copy that has to confirm again
 * gets no confirmation time.
 */
export async function copyDates(
  tx: Executor,
  copies: readonly { id: number; original: number }[],
): Promise<void> {
  const source = dialectOf(tx).records(copies, { id: 'int', original: 'int' })
  await changeDetails(tx, sql`contacts.id = r.id`, {
    set: sql`unsubscribed_at = o.unsubscribed_at,
      confirmed_at = case when contacts.status = o.status then o.confirmed_at end`,
    from: sql`${source} as r join contacts o on o.id = r.original`,
  })
}

/** Copies suppressions, so that a transfer does not make an address mailable again. */
export async function copySuppressions(
  tx: Executor,
  { accountId, from, to }: { accountId: number; from: number; to: number },
  emailKeys: readonly string[],
): Promise<void> {
  const source = dialectOf(tx).records(
    emailKeys.map((email_key) => ({ email_key })),
    { email_key: 'text' },
  )
  await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select account_id, ${to}, email_key, email, type, reason, campaign_id, created_at
    from suppressions where account_id = ${accountId} and list_id = ${from}
      and email_key in (select email_key from ${source} as r)
    order by email_key
    ${strongerWins}
  `.execute(tx)
}
