import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { alwaysSending } from '../campaigns/sending/always-sending.ts'
import { insertCampaign } from '../campaigns/store.ts'
import { findOptInSender } from '../contacts/consent/opt-in-requests-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { List } from '../lists/store.ts'
import { findTemplate } from '../templates/store.ts'
import { findWelcomeCampaign } from './welcome-campaign-store.ts'

interface WelcomeSource {
  list: List
  language: Language
  now: number
}

/**
 * Returns the campaign with the welcome mail of a list: the newest one, or a new one if the template,
 * its version or the sender has changed since. The content of sent mail never changes. Undefined if
 * there is no template or no sender.
 */
export async function prepareWelcomeCampaign(
  tx: Executor,
  { list, language, now }: WelcomeSource,
): Promise<number | undefined> {
  const { account_id: accountId, id: listId, welcome_template_id: templateId } = list
  const template =
    templateId === null ? undefined : await findTemplate(tx, { accountId, templateId })
  const sender = await findOptInSender(tx, accountId, list.from_mail)
  if (!template || !sender) return undefined
  const { asunto, html, text } = template
  const content = {
    template_id: template.id,
    asunto: asunto.trim() === '' ? messages[language].subscriberMail.welcomeSubject : asunto,
    html,
    text,
    from_name: sender.from_name,
    from_mail: sender.from_mail,
  }
  const known = await findWelcomeCampaign(tx, listId)
  if (known && isSame(known, content)) return known.id
  return insertCampaign(tx, {
    ...alwaysSending,
    ...content,
    account_id: accountId,
    automation_id: 0,
    welcome_list_id: listId,
    camp_name: template.name,
    preheader: '',
    reply_to: null,
    track_reads: 0,
    track_links: 0,
    started_at: now,
    created_at: now,
    updated_at: now,
  })
}

const isSame = (known: object, content: object): boolean =>
  Object.entries(content).every(([name, value]) => known[name as keyof typeof known] === value)
