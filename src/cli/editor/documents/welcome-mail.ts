import { lists } from '../../../contract/modules/lists.ts'
import { newUuid } from '../../../core/ids.ts'
import type { EditorMessages } from '../../../messages/editor.ts'
import { knownTags } from '../../../operations/known-tags.ts'
import type { Context } from '../../context/context.ts'
import { checkContent } from './check-content.ts'
import type { EditorDocument } from './document.ts'
import { mailByTemplate } from './mail-by-template.ts'

interface WelcomeMailOptions {
  /** The id of the list. */
  id: number
  messages: EditorMessages
}

/** The welcome mail of a list. Without one, the first save creates its template. */
export function welcomeMailDocument(
  context: Context,
  { id, messages }: WelcomeMailOptions,
): Promise<EditorDocument> {
  return mailByTemplate(context, {
    messages,
    key: `welcome-mail-${id}`,
    command: `lists welcome-mail edit ${id}`,
    async find() {
      const client = await context.client()
      const { data } = await client.call(lists.get, { id })
      const { name, welcome_template_id: template }: Partial<typeof data> = data
      return {
        template: template ?? undefined,
        name: messages.run.welcomeMail(name ?? String(id)),
        lists: [id],
      }
    },
    async use(template) {
      const client = await context.client()
      const change = { id, welcome_template_id: template }
      await client.call(lists.update, change, { idempotencyKey: newUuid() })
    },
    check: async ({ content }, parts) =>
      checkContent(context, content, {
        parts,
        known: await knownTags(await context.client(), [id]),
      }),
    result: { id },
  })
}
