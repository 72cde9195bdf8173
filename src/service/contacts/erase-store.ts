import type { Executor } from '../database/dialect.ts'
import type { Key } from '../secrets.ts'
import type { Contact } from './store.ts'
import { erasedKey, type SuppressionType, suppress } from './suppressions-store.ts'

/** In these a message is on its way, and its address still needed. */
const underWay = ['pending', 'claimed', 'submitting', 'deferred']

/** What stays of a person after they are erased: a keyed hash, so that no import brings them back. */
export async function erase(
  tx: Executor,
  contact: Contact,
  { key, now }: { key: Key; now: number },
): Promise<void> {
  const { account_id, list_id, email_key } = contact
  const hash = erasedKey(email_key, key)
  const known = await tx
    .deleteFrom('suppressions')
    .where('account_id', '=', account_id)
    .where('list_id', '=', list_id)
    .where('email_key', '=', email_key)
    .returning(['type', 'campaign_id'])
    .executeTakeFirst()
  await suppress(tx, {
    accountId: account_id,
    listId: list_id,
    emailKey: hash,
    email: null,
    type: (known?.type as SuppressionType | undefined) ?? 'unsubscribe', // written by `suppress`
    reason: '',
    campaignId: known?.campaign_id ?? null,
    now,
  })
  await tx
    .updateTable('recipients')
    .set({ address_key: hash, response: null })
    .where('contact_id', '=', contact.id)
    .where('state', 'not in', underWay)
    .execute()
}
