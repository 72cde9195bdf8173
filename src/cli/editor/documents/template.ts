import { templates } from '../../../contract/modules/templates.ts'
import { newUuid } from '../../../core/ids.ts'
import type { EditorMessages } from '../../../messages/editor.ts'
import { knownTags } from '../../../operations/known-tags.ts'
import type { Context } from '../../context/context.ts'
import { checkContent } from './check-content.ts'
import type { Content, Draft, EditorDocument } from './document.ts'

const parts = ['asunto', 'html'] as const

/** A template as the server keeps it. */
interface StoredTemplate {
  name: string
  subject: string
  html: string
  mjml: string | null
  /** The document of another editor, which new HTML replaces. */
  hasEditorDocument: boolean
  version: string | undefined
}

/** Other servers may omit fields. */
export async function readTemplate(context: Context, id: number): Promise<StoredTemplate> {
  const client = await context.client()
  const { data, headers } = await client.call(templates.get, { id })
  const fields: Partial<Exclude<typeof data, { checksum: string }>> = data
  const { name = String(id), asunto = '', html = '', mjml = null, editor_json = null } = fields
  const hasEditorDocument = editor_json !== null
  return { name, subject: asunto, html, mjml, hasEditorDocument, version: headers.etag }
}

/** Saves a new version of a template, or a new template. Returns its id. */
export async function writeTemplate(
  context: Context,
  edit: Partial<Content> & { id?: number | undefined; name?: string; mjml?: string },
  version: string | undefined,
): Promise<number> {
  const { preheader: _, ...template } = edit
  const client = await context.client()
  const options = { ifMatch: version, idempotencyKey: newUuid() }
  const { data } = await client.call(templates.create, template, options)
  return data.id
}

interface TemplateOptions {
  id: number
  messages: EditorMessages
}

/** Opens a template: its HTML, or its MJML if it is written in that. */
export async function templateDocument(
  context: Context,
  { id, messages }: TemplateOptions,
): Promise<EditorDocument> {
  const { mjml: source } = await readTemplate(context, id)
  const isMjml = source !== null

  async function load() {
    const stored = await readTemplate(context, id)
    const { name, subject: asunto, html, mjml, version } = stored
    const content = { asunto, preheader: '', html: isMjml ? (mjml ?? '') : html }
    const draft: Draft = { name, lists: [], content, version }
    return { draft, hasEditorDocument: stored.hasEditorDocument }
  }

  return {
    key: `template-${id}`,
    command: `templates edit ${id}`,
    parts,
    language: isMjml ? 'mjml' : 'html',
    async open() {
      const { draft, hasEditorDocument } = await load()
      const notes = isMjml ? [messages.run.mjml] : []
      if (hasEditorDocument) notes.push(messages.run.otherEditor)
      return { ...draft, autosaves: false, notes }
    },
    read: async () => (await load()).draft,
    async write({ html, ...edit }, version) {
      const source = html === undefined ? {} : isMjml ? { mjml: html } : { html }
      await writeTemplate(context, { id, ...edit, ...source }, version)
    },
    check: async ({ content }) =>
      checkContent(context, content, {
        parts,
        known: await knownTags(await context.client(), []),
      }),
    result: ({ name }) => ({ id, name }),
  }
}
