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

type Sender = Pick<Service, 'secrets' | 'clock'>

/** Tells the owner of a campaign that it is paused. Returns whether the mail is queued. */
export const notifyOfCampaign = (
  tx: Executor,
  service: Sender,
  { id, account, name }: JudgedCampaign,
  excess: Excess,
): Promise<boolean> => {
  const values = { name: plainName(name), campaign: String(id) }
  return notifyOwner(tx, service, { account, notice: 'campaignPaused', values, excess })
}

/** The same for the messages of all automations of an account. */
export const notifyOfAutomations = (
  tx: Executor,
  service: Sender,
  account: number,
  excess: Excess,
): Promise<boolean> =>
  notifyOwner(tx, service, { account, notice: 'automationsHeld', values: {}, excess })

interface Notice {
  account: number
  notice: 'campaignPaused' | 'automationsHeld'
  values: Readonly<Record<string, string>>
  excess: Excess
}

/** Queues a mail, unless the mailbox got too many of these mails today. */
async function notifyOwner(
  tx: Executor,
  service: Sender,
  { account, notice, values, excess: { of, problem, figures } }: Notice,
): Promise<boolean> {
  const { email, language } = await findOwner(tx, account)
  const key = normaliseAddress(email)?.key ?? email
  const cause = { kind: 'campaign_paused', accountId: account } as const
  if ((await countMails(tx, service, cause, [key])).size > 0) return false
  const { mails } = messages[asLanguage(language)]
  const { subject, text } = mails[notice]
  const { problems, tried } = mails.excess
  const all = {
    ...values,
    tried: fill(tried[of], { count: figures.tried }),
    problem: fill(problems[problem], { count: figures[problem] }),
  }
  await queueMessage(tx, {
    accountId: account,
    kind: 'campaign_paused',
    to: email,
    subject: fill(subject, all),
    text: fill(text, all),
    now: service.clock.now(),
  })
  return true
}
