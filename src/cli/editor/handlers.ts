import { pages } from '../../client/paging.ts'
import { campaigns } from '../../contract/modules/campaigns.ts'
import { fields } from '../../contract/modules/fields.ts'
import { search } from '../../contract/modules/search.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { Context } from '../context/context.ts'
import { type Content, type Draft, saveDraft } from './draft.ts'
import type { Handler } from './server.ts'

/** The state that the page has reported, for the end of the run. */
export interface EditorState {
  draft: Draft
  saves: number
  isUnsaved: boolean
}

const contentNames = ['asunto', 'preheader', 'html'] as const
const maxContacts = 10

/**
 * Creates the handlers for all requests of the page. The browser can do nothing else with the
 * account.
 */
export function createHandlers(
  context: Context,
  course: EditorState,
  finish: () => void,
): Record<string, Handler> {
  const { id } = course.draft

  async function load() {
    const { name, content } = course.draft
    return { name, ...content, tags: await mergeTagsOf(context, course.draft) }
  }

  /** Loads the content of a concurrent edit. */
  async function reload() {
    const { openDraft } = await import('./draft.ts')
    course.draft = await openDraft(context, id)
    return load()
  }

  const save: Handler = async (input) => {
    const edit = editOf(input)
    if (Object.keys(edit).length > 0) {
      const overwrites = input.overwrites === true
      course.draft = await saveDraft(context, course.draft, edit, { overwrites })
      course.saves += 1
    }
    course.isUnsaved = false
    return course.draft.content
  }

  const preview: Handler = async ({ contact }) => {
    const client = await context.client()
    const { data } = await client.call(campaigns.preview, {
      id,
      format: 'html',
      ...(typeof contact === 'number' && { contact_id: contact }),
    })
    return { asunto: data.asunto, preheader: data.preheader, html: data.html }
  }

  const contacts: Handler = async ({ q }) => {
    if (typeof q !== 'string' || q === '') return { contacts: [] }
    const client = await context.client()
    const { data } = await client.call(search.contacts, { q, limit: maxContacts })
    return { contacts: data.items.map(({ id, email, nombre }) => ({ id, email, nombre })) }
  }

  const test: Handler = async ({ emails, contact }) => {
    if (!isTexts(emails)) throw missing('emails')
    const client = await context.client()
    const { data } = await client.call(
      campaigns.test,
      { id, emails, ...(typeof contact === 'number' && { contact_id: contact }) },
      { idempotencyKey: newUuid() },
    )
    return { sent: data.sent }
  }

  /** The page sends its state regularly, so that the editor does not stop as idle. */
  const state: Handler = async ({ unsaved }) => {
    course.isUnsaved = unsaved === true
    return {}
  }

  const done: Handler = async () => {
    finish()
    return {}
  }

  return { load, reload, save, preview, contacts, test, state, done }
}

const missing = (field: string): Failure =>
  new Failure('invalid', { problems: [{ field, code: 'required' }] })

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')

function editOf(input: Readonly<Record<string, unknown>>): Partial<Content> {
  const given = contentNames.filter((name) => typeof input[name] === 'string')
  return Object.fromEntries(given.map((name) => [name, input[name]]))
}

/** The merge tags of every server, without the fields of the campaign's lists. */
const commonTags = ['nombre', 'email', 'unsubscribe_url', 'subscription_url', 'web_url']

async function mergeTagsOf(context: Context, { lists }: Draft): Promise<string[]> {
  const keys = new Set(commonTags)
  try {
    for (const list of lists) for (const key of await fieldsOf(context, Number(list))) keys.add(key)
  } catch (error) {
    // The message can be edited without the custom fields.
    if (!(error instanceof Failure)) throw error
  }
  return [...keys]
}

async function fieldsOf(context: Context, id: number): Promise<string[]> {
  const client = await context.client()
  const keys: string[] = []
  const everything = { limit: Number.POSITIVE_INFINITY, all: true }
  for await (const { items } of pages(client, fields.list, { id }, everything)) {
    keys.push(...items.filter(({ internal }) => !internal).map(({ key }) => key))
  }
  return keys
}
