import { normaliseAddress } from '../../core/address.ts'
import { asLanguage } from '../../core/language.ts'
import { plainName } from '../../core/plain-name.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Executor } from '../database/dialect.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import { countMails } from '../mail-limits/mail-limits.ts'
import type { Service } from '../service.ts'
import { disableWebhook } from './attempts-store.ts'

interface DisableRequest {
  webhookId: number
  /** Only if it has failed since this time. */
  since: number
  now: number
}

/**
 * Disables a webhook and notifies its owner by mail, unless the mailbox got too many of these mails
 * today: the address is not verified. Returns whether it disabled the webhook.
 */
export async function disableAndNotify(
  tx: Executor,
  service: Pick<Service, 'secrets' | 'clock'>,
  disabling: DisableRequest,
): Promise<boolean> {
  const owner = await disableWebhook(tx, disabling)
  if (!owner) return false
  const key = normaliseAddress(owner.email)?.key ?? owner.email
  const cause = { kind: 'webhook_disabled', accountId: owner.id } as const
  if ((await countMails(tx, service, cause, [key])).size > 0) return true
  const text = messages[asLanguage(owner.language)].mails.webhookDisabled
  const values = { url: plainName(owner.url), webhook: disabling.webhookId }
  await queueMessage(tx, {
    accountId: owner.id,
    kind: 'webhook_disabled',
    to: owner.email,
    subject: fill(text.subject, values),
    text: fill(text.text, values),
    now: disabling.now,
  })
  return true
}
