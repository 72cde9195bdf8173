import { sql } from 'kysely'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { insertHistory } from '../../figures/history-store.ts'
import { idsIn } from '../store.ts'
import { changeContacts } from '../table/change-store.ts'

/** A contact with an address, on one of the lists of the account. */
export interface AddressContact {
  id: number
  list_id: number
  status: ContactStatus
  email: string
  email_key: string
}

/** Returns the contacts of addresses on all lists of the account, and locks them in order of id. */
export async function lockContactsOf(
  tx: Executor,
  accountId: number,
  emailKeys: readonly string[],
): Promise<AddressContact[]> {
  const source = dialectOf(tx).records(
    emailKeys.map((key) => ({ key })),
    { key: 'text' },
  )
  const rows = await dialectOf(tx)
    .lockRows(
      tx
        .selectFrom('contacts')
        .select(['id', 'list_id', 'status', 'email', 'email_key'])
        .where('account_id', '=', accountId)
        .where('email_key', 'in', sql<string>`(select key from ${source} as r)`)
        .orderBy('id'),
    )
    .execute()
  return rows as AddressContact[] // the column contains only statuses
}

/** Sets the status of contacts that may not be mailed any more. The date of an earlier unsubscribe stays. */
export async function setOptOutStatus(
  tx: Executor,
  ids: readonly number[],
  { status, now }: { status: ContactStatus; now: number },
): Promise<void> {
  if (ids.length === 0) return
  const isBounce = status === 'bounced'
  const unsubscribedAt = isBounce
    ? sql`unsubscribed_at`
    : sql`case when status = 'unsubscribed' then coalesce(unsubscribed_at, ${now})
        else cast(${now} as bigint) end`
  await changeContacts(tx, sql`id in ${idsIn(tx, ids)}`, {
    set: sql`status = ${status}, updated_at = ${now}, version = version + 1,
      unsubscribed_at = ${unsubscribedAt}`,
  })
}

interface OptOutEntry {
  type: 'bounce' | 'unsubscribe' | 'complaint'
  detail: string
  campaignId: number | null
  now: number
}

/**
 * Records an opt-out in the history of contacts. The entry names the campaign only if it was sent to
 * that contact: the others follow, and its statistics count one.
 */
export async function recordOptOuts(
  tx: Executor,
  ids: readonly number[],
  { type, detail, campaignId, now }: OptOutEntry,
): Promise<void> {
  if (ids.length === 0) return
  const campaign = sql`cast(${campaignId} as bigint)`
  const entries = sql`
    select account_id, id, ${type}, case when exists (
      select 1 from recipients where recipients.contact_id = contacts.id
        and recipients.campaign_id = ${campaign}
    ) then ${campaign} end, ${detail}, cast(${now} as bigint)
    from contacts where id in ${idsIn(tx, ids)} order by id`
  await insertHistory(tx, entries, { isOfCampaign: campaignId !== null })
}
