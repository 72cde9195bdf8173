import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { Key } from '../secrets.ts'
import type { Contact } from './store.ts'
import { erasedKey, type SuppressionType, suppress } from './suppressions-store.ts'

/** In these a message is on its way, and its address still needed. */
const underWay = ['pending', 'claimed', 'submitting', 'deferred']

interface Erasing {
  key: Key
  now: number
  /** The refused rows of files that name the person, found before on the reader. */
  rejects: readonly RejectPlace[]
}

/** What stays of a person after they are erased: a keyed hash, so that no import brings them back. */
export async function erase(
  tx: Executor,
  contact: Contact,
  { key, now, rejects }: Erasing,
): Promise<void> {
  const { account_id, list_id, email_key } = contact
  const hash = erasedKey(email_key, key)
  await hashSuppression(tx, contact, { listId: list_id, hash, now })
  await tx
    .updateTable('recipients')
    .set({ address_key: hash, response: null })
    .where('contact_id', '=', contact.id)
    .where('state', 'not in', underWay)
    .execute()
  const theirs = tx.selectFrom('recipients').select('id').where('contact_id', '=', contact.id)
  await tx
    .updateTable('bounces')
    .set({ diagnostic: '' })
    .where('recipient_id', 'in', theirs)
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
  // What is held for the whole account belongs to the contact of another list as well.
  if (await isOnOtherList(tx, contact)) return
  await hashSuppression(tx, contact, { listId: 0, hash, now })
  await tx
    .deleteFrom('messages')
    .where('account_id', '=', account_id)
    .where(sql`lower(to_mail)`, '=', email_key)
    .execute()
}

/** On the contact's own list there is one afterwards, whether there was one before or not. */
async function hashSuppression(
  tx: Executor,
  { account_id, email_key }: Contact,
  { listId, hash, now }: { listId: number; hash: string; now: number },
): Promise<void> {
  const known = await tx
    .deleteFrom('suppressions')
    .where('account_id', '=', account_id)
    .where('list_id', '=', listId)
    .where('email_key', '=', email_key)
    .returning(['type', 'campaign_id'])
    .executeTakeFirst()
  if (!known && listId === 0) return
  await suppress(tx, {
    accountId: account_id,
    listId,
    emailKey: hash,
    email: null,
    type: (known?.type as SuppressionType | undefined) ?? 'unsubscribe', // written by `suppress`
    reason: '',
    campaignId: known?.campaign_id ?? null,
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

export interface RejectPlace {
  job_id: number
  line: number
}

/** Refused rows of files of the account that name an address: no index leads to them. */
export const selectRejectsNaming = (
  reader: Executor,
  { account_id, email_key }: Contact,
): Promise<RejectPlace[]> =>
  reader
    .selectFrom('job_rejects')
    .innerJoin('jobs', 'jobs.id', 'job_rejects.job_id')
    .select(['job_id', 'line'])
    .where('account_id', '=', account_id)
    .where(
      sql<boolean>`lower(cells) like ${`%${email_key.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
    )
    .execute()
