import { messages } from '../../messages/all.ts'
import type { Contact } from '../contacts/store.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { List } from '../lists/store.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import type { Service } from '../service.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** Queues a mail with an unsubscribe link, which only the owner of the address receives. */
export async function queueUnsubscribeMail(
  { db, secrets, settings, clock }: Service,
  { list, contact }: { list: List; contact: Contact },
): Promise<void> {
  const strings = messages[await ownerLanguage(db, list)].subscriberMail
  const name = list.name.replace(/\s+/g, ' ')
  const link = { campaignId: null, contactId: contact.id, listId: list.id }
  await queueMessage(db, {
    accountId: list.account_id,
    kind: 'unsubscribe',
    to: contact.email,
    subject: strings.unsubscribeSubject(name),
    text: strings.unsubscribeText(
      name,
      `${settings.publicUrl}/u/${unsubscribeToken(link, secrets.mac)}`,
    ),
    now: clock.now(),
  })
}
