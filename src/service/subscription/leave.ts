import { unsubscribe } from '../contacts/unsubscribe.ts'
import type { Executor } from '../database/dialect.ts'
import { lastCampaign, type Subscriber } from './store.ts'

/** The person leaves; false when they had left already. */
export async function leave(
  tx: Executor,
  { contact, list, campaignId }: Subscriber,
  how: { spam: boolean; reason: string; now: number },
): Promise<boolean> {
  return unsubscribe(tx, {
    accountId: list.account_id,
    listId: list.id,
    contactId: contact.id,
    emailKey: contact.email_key,
    email: contact.email,
    campaignId: campaignId ?? (how.spam ? await lastCampaign(tx, contact.id) : null),
    ...how,
  })
}
