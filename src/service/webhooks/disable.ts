import { asLanguage } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Executor } from '../database/dialect.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import { disableWebhook } from './attempts-store.ts'

interface DisableRequest {
  webhookId: number
  /** Only if it has failed since this time. */
  since: number
  now: number
}

/** Disables a webhook and notifies its owner by mail. Returns whether it did. */
export async function disableAndNotify(tx: Executor, disabling: DisableRequest): Promise<boolean> {
  const owner = await disableWebhook(tx, disabling)
  if (!owner) return false
  const text = messages[asLanguage(owner.language)].mails.webhookDisabled
  const values = { url: owner.url, webhook: disabling.webhookId }
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
