import { messages } from '../../messages/all.ts'
import type { Contact } from '../contacts/store.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { List } from '../lists/store.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import type { Service } from '../service.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** The link that only the reader of the address gets. */
export async function queueLeaveMail(
  { db, secrets, settings, clock }: Service,
  { list, contact }: { list: List; contact: Contact },
): Promise<void> {
  const words = messages[await ownerLanguage(db, list)].subscriberMail
  const name = list.name.replace(/\s+/g, ' ')
  const named = { campaignId: null, contactId: contact.id, listId: list.id }
  await queueMessage(db, {
    accountId: list.account_id,
    kind: 'unsubscribe',
    to: contact.email,
    subject: words.unsubscribeSubject(name),
    text: words.unsubscribeText(
      name,
      `${settings.publicUrl}/u/${unsubscribeToken(named, secrets.mac)}`,
    ),
    now: clock.now(),
  })
}
