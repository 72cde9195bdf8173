import { asLanguage } from '../../../core/language.ts'
import type { Service } from '../../service.ts'
import { findOptInTemplate } from './opt-in-templates-store.ts'
import { type OptInValues, renderOptIn } from './render-opt-in.ts'

interface QueuedOptIn {
  id: number
  account_id: number | null
  /** Null: the service's own address. */
  from_mail: string | null
  language: string | null
  /** JSON. Null: the message has the built-in wording. */
  merge_values: string | null
}

interface Wording {
  subject: string
  html: string
  text: string
}

/**
 * Renders the account's own wording of an opt-in mail. Returns undefined if there is none, or none that
 * works: then the message goes out as it was queued, in the built-in wording.
 */
export async function ownWording(
  { db, rendering, log }: Pick<Service, 'db' | 'rendering' | 'log'>,
  { id, account_id, language, merge_values, from_mail }: QueuedOptIn,
): Promise<Wording | undefined> {
  if (account_id === null || language === null || merge_values === null) return undefined
  // The service's own address vouches for the built-in wording only.
  if (from_mail === null) return undefined
  const ref = { accountId: account_id, language: asLanguage(language) }
  const template = await findOptInTemplate(db, ref)
  if (!template) return undefined
  const { subject, html, text } = template
  const values = JSON.parse(merge_values) as OptInValues & Record<string, string> // only `queueMessage` writes it
  const input = { subject, html, text, values }
  try {
    const rendered = await rendering.run(renderOptIn, input, { owner: 'send', purpose: 'send' })
    if (rendered.hasLink) return rendered
    log.info('opt-in template has no link', { message: id, template: template.template_id })
  } catch (error) {
    log.error('opt-in template failed', error, { message: id, template: template.template_id })
  }
  return undefined
}
