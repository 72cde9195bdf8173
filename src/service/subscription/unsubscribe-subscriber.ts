import { unsubscribe } from '../contacts/consent/unsubscribe.ts'
import type { Executor } from '../database/dialect.ts'
import { findLastCampaign, type Subscriber } from './store.ts'

/** Unsubscribes a subscriber. Returns false if they had unsubscribed before. */
export async function unsubscribeSubscriber(
  tx: Executor,
  { contact, list, campaignId }: Subscriber,
  details: { spam: boolean; reason: string; now: number },
): Promise<boolean> {
  return unsubscribe(tx, {
    accountId: list.account_id,
    listId: list.id,
    contactId: contact.id,
    emailKey: contact.email_key,
    email: contact.email,
    campaignId: campaignId ?? (details.spam ? await findLastCampaign(tx, contact.id) : null),
    ...details,
  })
}
