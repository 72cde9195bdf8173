import { asLanguage } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Executor } from '../database/dialect.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import { disableWebhook } from './settle-store.ts'

interface Disabling {
  webhookId: number
  /** Only if it has failed since then. */
  since: number
  now: number
}

/** Switches a webhook off, and tells its owner by mail. Whether it did. */
export async function disableAndTell(tx: Executor, disabling: Disabling): Promise<boolean> {
  const owner = await disableWebhook(tx, disabling)
  if (!owner) return false
  const words = messages[asLanguage(owner.language)].mails.webhookDisabled
  const values = { url: owner.url, webhook: disabling.webhookId }
  await queueMessage(tx, {
    accountId: owner.id,
    kind: 'webhook_disabled',
    to: owner.email,
    subject: fill(words.subject, values),
    text: fill(words.text, values),
    now: disabling.now,
  })
  return true
}
