import { plainName } from '../../core/plain-name.ts'
import { messages } from '../../messages/all.ts'
import type { Contact } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { List } from '../lists/store.ts'
import { queueMessageIf } from '../mail/outbox-store.ts'
import type { Service } from '../service.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

interface UnsubscribeMail {
  list: List
  recipient: Pick<Contact, 'id' | 'email'>
  /** If not, the same work queues nothing. */
  isWanted: boolean
}

/** Queues a mail with an unsubscribe link, which only the owner of the address receives. */
export async function queueUnsubscribeMail(
  tx: Executor,
  { secrets, settings, clock }: Pick<Service, 'secrets' | 'settings' | 'clock'>,
  { list, recipient, isWanted }: UnsubscribeMail,
): Promise<void> {
  const strings = messages[await ownerLanguage(tx, list)].subscriberMail
  const name = plainName(list.name)
  const link = { campaignId: null, contactId: recipient.id, listId: list.id }
  const message = {
    accountId: list.account_id,
    kind: 'unsubscribe' as const,
    to: recipient.email,
    subject: strings.unsubscribeSubject(name),
    text: strings.unsubscribeText(
      name,
      `${settings.publicUrl}/u/${unsubscribeToken(link, secrets.mac)}`,
    ),
    now: clock.now(),
  }
  await queueMessageIf(tx, isWanted, message)
}
