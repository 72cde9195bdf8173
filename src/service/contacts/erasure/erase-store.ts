import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import type { Contact } from '../store.ts'
import { type SuppressionType, suppress } from '../suppression/suppressions-store.ts'

/** States of a message that is not delivered yet and still needs its address. */
const inFlightStates = ['pending', 'claimed', 'submitting', 'deferred']

interface Erasure {
  /** The keyed hash that replaces the address. */
  hash: string
  now: number
  /** The rejected rows of imported files that contain the address. */
  rejects: readonly RejectedRow[]
}

/**
 * Erases the personal data that remains outside the contact. Only a keyed hash of the address stays,
 * so that no import can add the person again.
 */
export async function erase(
  tx: Executor,
  contact: Contact,
  { hash, now, rejects }: Erasure,
): Promise<void> {
  const { account_id, list_id, email_key } = contact
  await hashSuppression(tx, contact, { listId: list_id, hash, now })
  await tx
    .updateTable('recipients')
    .set({ address_key: hash, response: null })
    .where('contact_id', '=', contact.id)
    .where('state', 'not in', inFlightStates)
    .execute()
  const recipients = tx.selectFrom('recipients').select('id').where('contact_id', '=', contact.id)
  await tx
    .updateTable('bounces')
    .set({ diagnostic: '' })
    .where('recipient_id', 'in', recipients)
    .execute()
  await tx
    .updateTable('automation_runs')
    .set({ properties: '{}' })
    .where('contact_id', '=', contact.id)
    .execute()
  await tx.deleteFrom('signals').where('contact_id', '=', contact.id).execute()
  for (const { job_id, line } of rejects) {
    await tx
      .deleteFrom('job_rejects')
      .where('job_id', '=', job_id)
      .where('line', '=', line)
      .execute()
  }
  // Data of the whole account also belongs to a contact with this address on another list.
  if (await isOnOtherList(tx, contact)) return
  await hashSuppression(tx, contact, { listId: 0, hash, now })
  await tx
    .deleteFrom('messages')
    .where('account_id', '=', account_id)
    .where(sql`lower(to_mail)`, '=', email_key)
    .execute()
}

/** Replaces a suppression by one of the hash. On the contact's own list it is added if missing. */
async function hashSuppression(
  tx: Executor,
  { account_id, email_key }: Contact,
  { listId, hash, now }: { listId: number; hash: string; now: number },
): Promise<void> {
  const replaced = await tx
    .deleteFrom('suppressions')
    .where('account_id', '=', account_id)
    .where('list_id', '=', listId)
    .where('email_key', '=', email_key)
    .returning(['type', 'campaign_id'])
    .executeTakeFirst()
  if (!replaced && listId === 0) return
  await suppress(tx, {
    accountId: account_id,
    listId,
    emailKey: hash,
    email: null,
    type: (replaced?.type as SuppressionType | undefined) ?? 'unsubscribe', // only `suppress` writes it
    reason: '',
    campaignId: replaced?.campaign_id ?? null,
    now,
  })
}

async function isOnOtherList(tx: Executor, contact: Contact): Promise<boolean> {
  const other = await tx
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', contact.account_id)
    .where('email_key', '=', contact.email_key)
    .where('id', '!=', contact.id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

interface RejectedRow {
  job_id: number
  line: number
}

/** Returns rejected rows of the account's imports that contain an address. Scans them: no index helps. */
export const selectRejectedRows = (
  reader: Executor,
  { account_id, email_key }: Contact,
): Promise<RejectedRow[]> =>
  reader
    .selectFrom('job_rejects')
    .innerJoin('jobs', 'jobs.id', 'job_rejects.job_id')
    .select(['job_id', 'line'])
    .where('account_id', '=', account_id)
    .where(
      sql<boolean>`lower(cells) like ${`%${email_key.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
    )
    .execute()
