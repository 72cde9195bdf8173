import { Failure } from '../../../core/failure.ts'
import type { EditorMessages } from '../../../messages/editor.ts'
import type { Context } from '../../context/context.ts'
import type { ShownItem } from '../shown-item.ts'
import type { Content, Draft, EditorDocument, Part } from './document.ts'
import { readTemplate, writeTemplate } from './template.ts'

/** What stands for a mail that the service sends by itself: its template, and its own subject. */
interface MailSetting {
  template: number | undefined
  /** By default that of the template. */
  subject?: string
  /** What the mail is called, and a new template for it. */
  name: string
  lists: readonly number[]
}

interface MailByTemplate extends Pick<EditorDocument, 'key' | 'command' | 'refuse' | 'tags'> {
  messages: EditorMessages
  find(): Promise<MailSetting>
  /** Sets the template that was saved. */
  use(template: number, subject: string): Promise<void>
  check(saved: Draft, parts: readonly Part[]): Promise<ShownItem[]>
  result: object
}

const parts = ['asunto', 'html'] as const

/**
 * A mail whose message is a template. People get it from the moment of a save. Without a template, the
 * first save creates it.
 */
export async function mailByTemplate(
  context: Context,
  { messages, find, use, check, result, ...mail }: MailByTemplate,
): Promise<EditorDocument> {
  const { template: atStart } = await find()
  const isMjml = atStart !== undefined && (await readTemplate(context, atStart)).mjml !== null

  /** The template that was saved but could not be set, so that the next save does not create another. */
  let created: number | undefined

  async function load() {
    const { template = created, subject, name, lists } = await find()
    const stored = template === undefined ? undefined : await readTemplate(context, template)
    const content: Content = {
      asunto: subject ?? stored?.subject ?? '',
      preheader: '',
      html: (isMjml ? stored?.mjml : stored?.html) ?? '',
    }
    // Another template is another version.
    const version = stored?.version && `${template} ${stored.version}`
    return { draft: { name, lists, content, version }, template, stored }
  }

  return {
    ...mail,
    parts,
    language: isMjml ? 'mjml' : 'html',
    async open() {
      const { draft, template, stored } = await load()
      const notes = stored
        ? [messages.run.byTemplate(stored.name, Number(template))]
        : [messages.run.newTemplate]
      if (isMjml) notes.push(messages.run.mjml)
      if (stored?.hasEditorDocument) notes.push(messages.run.otherEditor)
      return { ...draft, autosaves: false, notes }
    },
    read: async () => (await load()).draft,
    async write(edit, version) {
      const { draft, template } = await load()
      if (version !== draft.version) throw new Failure('edited_meanwhile')
      const content = { ...draft.content, ...edit }
      const isNew = template === undefined
      const { html, ...rest } = isNew ? content : edit
      const source = html === undefined ? {} : isMjml ? { mjml: html } : { html }
      const named = isNew ? { name: draft.name } : { id: template }
      const saved = { ...named, ...rest, ...source }
      const id = await writeTemplate(context, saved, version?.split(' ')[1])
      if (isNew) created = id
      await use(id, content.asunto)
    },
    check: (saved) => check(saved, parts),
    result: () => result,
  }
}
