import { normaliseAddress } from '../../core/address.ts'
import type { Language } from '../../core/language.ts'
import { plainName } from '../../core/plain-name.ts'
import { messages } from '../../messages/all.ts'
import { linkMessage } from '../brands/link-message.ts'
import type { Brand } from '../brands/store.ts'
import { findOptInSender } from '../contacts/consent/opt-in-requests-store.ts'
import { findContactAnywhere } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import { queueMessageIf } from '../mail/outbox-store.ts'
import { countMails } from '../mail-limits/mail-limits.ts'
import type { Service } from '../service.ts'
import { lockSends } from '../users/quota-store.ts'
import { type DataAction, dataLink } from './data-link.ts'
import type { Subscriber } from './store.ts'

interface DataLinkMail {
  action: DataAction
  language: Language
  /** Of the account, because the data are those of all its lists. */
  brand: Brand
}

/**
 * Queues a mail with a link for an action to the person's own address, also to a suppressed one: its
 * owner has a right to the data. A mail above the limit of the mailbox is not sent later. Wake the
 * workers after the commit.
 */
export async function queueDataLinkMail(
  tx: Executor,
  service: Pick<Service, 'secrets' | 'settings' | 'clock'>,
  subscriber: Subscriber,
  { action, language, brand }: DataLinkMail,
): Promise<void> {
  const { secrets, settings, clock } = service
  const { list } = subscriber
  const { account_id: accountId } = list
  // An erasure takes the same lock first, so no mail to the address is queued after it.
  await lockSends(tx, accountId)
  const contact = await findContactAnywhere(tx, subscriber.contact.id)
  if (!contact) return
  const cause = { kind: 'personal_data', accountId } as const
  const isWanted = (await countMails(tx, service, cause, [contact.email_key])).size === 0
  const now = clock.now()
  const sender = await findOptInSender(tx, accountId, list.from_mail)
  const isFromAccount =
    sender !== undefined && sender.from_key === normaliseAddress(list.from_mail ?? '')?.key
  const strings = messages[language].subscriberMail
  const wording = action === 'export' ? strings.dataExport : strings.dataErasure
  await queueMessageIf(tx, isWanted, {
    accountId,
    kind: 'personal_data',
    ...(isFromAccount
      ? { from: { name: sender.from_name, mail: sender.from_mail }, replyTo: sender.reply_to }
      : { replyTo: sender?.from_mail ?? null }),
    to: contact.email,
    ...linkMessage({
      ...wording,
      language,
      brand,
      isFromAccount,
      reason: wording.reason(plainName(list.name)),
      url: settings.publicUrl + dataLink(action, contact, { keys: secrets.mac, now }),
    }),
    now,
  })
}
