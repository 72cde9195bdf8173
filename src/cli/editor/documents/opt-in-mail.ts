import { optin } from '../../../contract/modules/optin.ts'
import { refuse } from '../../../core/failure.ts'
import { newUuid } from '../../../core/ids.ts'
import type { Language } from '../../../core/language.ts'
import type { EditorMessages } from '../../../messages/editor.ts'
import type { Context } from '../../context/context.ts'
import { checkContent } from './check-content.ts'
import type { Content, EditorDocument } from './document.ts'
import { mailByTemplate } from './mail-by-template.ts'

/** The merge tags of an opt-in mail. */
const tags = ['confirm_url', 'list_name', 'sender_name', 'postal_address', 'nombre', 'email']

const confirmUrl = /\{\{-?\s*confirm_url\b/

interface OptInMailOptions {
  /** The id of the account. */
  id: number
  language: Language
  messages: EditorMessages
}

/** The opt-in mail of the account in a language. Without one, the first save creates its template. */
export function optInMailDocument(
  context: Context,
  { id, language, messages }: OptInMailOptions,
): Promise<EditorDocument> {
  const hasLink = ({ html }: Pick<Content, 'html'>): boolean => confirmUrl.test(html)
  return mailByTemplate(context, {
    messages,
    key: `opt-in-mail-${id}-${language}`,
    command: `users opt-in-mail edit --language ${language}`,
    tags,
    async find() {
      const client = await context.client()
      const { data } = await client.call(optin.get, { id, language })
      return {
        template: data.template_id ?? undefined,
        ...(data.subject !== null && { subject: data.subject }),
        name: messages.run.optInMail(language),
        lists: [],
      }
    },
    refuse: (content) =>
      refuse([
        ...(hasLink(content) ? [] : [{ field: 'html', code: 'no_confirm_url' } as const]),
        ...(content.asunto.trim() === '' ? [{ field: 'asunto', code: 'required' } as const] : []),
      ]),
    /** Also saves the subject, and lets the server check the message. */
    async use(template, subject) {
      const client = await context.client()
      const wording = { id, language, template_id: template, subject }
      await client.call(optin.set, wording, { idempotencyKey: newUuid() })
    },
    async check({ content }, parts) {
      const message = context.messages.problems.no_confirm_url
      const missing = { code: 'no_confirm_url', level: 'error', message, places: [] }
      const known = tags.map((key) => ({ key }))
      const items = checkContent(context, content, { parts, known })
      return hasLink(content) ? items : [missing, ...items]
    },
    result: { id, language },
  })
}
