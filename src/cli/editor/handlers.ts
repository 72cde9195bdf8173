import { campaigns } from '../../contract/modules/campaigns.ts'
import { contacts as contactsOfList } from '../../contract/modules/contacts.ts'
import { search } from '../../contract/modules/search.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { knownTags } from '../../operations/known-tags.ts'
import { convertContent } from '../campaigns/convert-tags.ts'
import { brandOf } from '../campaigns/message-brand.ts'
import { createStarter, listStarters } from '../campaigns/starters.ts'
import type { Context } from '../context/context.ts'
import { checkDraft } from './check-draft.ts'
import { type Content, type Draft, saveDraft } from './draft.ts'
import { listImages } from './images.ts'
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
    const [tags, brand] = await Promise.all([
      mergeTagsOf(context, course.draft),
      brandOf(context, course.draft.lists),
    ])
    return { name, ...content, tags, brand }
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

  /** Checks the saved draft. */
  const check: Handler = async () => ({ items: await checkDraft(context, id) })

  /** Translates the merge tags of other tools in content that is not saved yet. */
  const translate: Handler = async (input) => {
    const known = await knownTags(await context.client(), course.draft.lists)
    const { converted, translated, left } = convertContent(editOf(input), known)
    return { content: converted, count: translated.size, left: [...left] }
  }

  const contacts: Handler = async ({ q }) => {
    if (typeof q !== 'string') return { contacts: [] }
    const client = await context.client()
    const [list] = course.draft.lists
    if (q === '' && list === undefined) return { contacts: [] }
    const { data } =
      q === ''
        ? await client.call(contactsOfList.list, { id: Number(list), limit: 1 })
        : await client.call(search.contacts, { q, limit: maxContacts })
    return { contacts: data.items.map(({ id, email, nombre }) => ({ id, email, nombre })) }
  }

  const starters: Handler = async () => ({ items: await listStarters(context) })

  const starter: Handler = async ({ id: starterId }) => {
    if (typeof starterId !== 'string') throw missing('id')
    return createStarter(context, starterId, course.draft.lists)
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

  return {
    ...{ load, reload, save, check, translate, preview, contacts, test, state, done },
    ...{ starters, starter, images: listImages(context) },
  }
}

const missing = (field: string): Failure =>
  new Failure('invalid', { problems: [{ field, code: 'required' }] })

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')

function editOf(input: Readonly<Record<string, unknown>>): Partial<Content> {
  const given = contentNames.filter((name) => typeof input[name] === 'string')
  return Object.fromEntries(given.map((name) => [name, input[name]]))
}

/** Returns the tags that the editor offers. Internal fields are not for readers. */
async function mergeTagsOf(context: Context, { lists }: Draft): Promise<string[]> {
  const known = await knownTags(await context.client(), lists)
  return known.flatMap(({ key, isInternal }) => (isInternal || unoffered.has(key) ? [] : [key]))
}

/** The service writes the pixel itself, and a conversion is reported by a shop. */
const unoffered = new Set(['open_url', 'conversion_token'])
