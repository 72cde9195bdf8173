import { normaliseAddress } from '../../core/address.ts'
import { asLanguage } from '../../core/language.ts'
import { plainName } from '../../core/plain-name.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Executor } from '../database/dialect.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import { countMails } from '../mail-limits/mail-limits.ts'
import type { Service } from '../service.ts'
import type { Excess } from './reputation.ts'
import { findOwner, type JudgedCampaign } from './store.ts'

/**
 * Queues a mail to the owner of a paused campaign, unless the mailbox got too many of these mails
 * today. Returns whether it is queued.
 */
export async function notifyOwner(
  tx: Executor,
  service: Pick<Service, 'secrets' | 'clock'>,
  { id, account, name }: JudgedCampaign,
  { of, problem, figures }: Excess,
): Promise<boolean> {
  const { email, language } = await findOwner(tx, account)
  const key = normaliseAddress(email)?.key ?? email
  const cause = { kind: 'campaign_paused', accountId: account } as const
  if ((await countMails(tx, service, cause, [key])).size > 0) return false
  const { subject, text, problems, tried } = messages[asLanguage(language)].mails.campaignPaused
  const values = {
    name: plainName(name),
    campaign: id,
    tried: fill(tried[of], { count: figures.tried }),
    problem: fill(problems[problem], { count: figures[problem] }),
  }
  await queueMessage(tx, {
    accountId: account,
    kind: 'campaign_paused',
    to: email,
    subject: fill(subject, values),
    text: fill(text, values),
    now: service.clock.now(),
  })
  return true
}
