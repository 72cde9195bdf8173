import { contacts as contactsOfList } from '../../contract/modules/contacts.ts'
import { search } from '../../contract/modules/search.ts'
import { Failure } from '../../core/failure.ts'
import { toIsoTime } from '../../core/time.ts'
import { knownTags } from '../../operations/known-tags.ts'
import { convertContent } from '../campaigns/convert-tags.ts'
import { brandOf } from '../campaigns/message-brand.ts'
import { createStarters } from '../campaigns/starters.ts'
import type { Context } from '../context/context.ts'
import {
  type Content,
  type Draft,
  type EditorDocument,
  isSame,
  type Part,
  saveDraft,
} from './documents/document.ts'
import { listImages } from './images.ts'
import type { KeptDrafts } from './kept-drafts.ts'
import type { Handler } from './server.ts'

/** The state that the page has reported, for the end of the run. */
export interface EditorState {
  draft: Draft
  saves: number
  savedAt: number
  /** What was saved in this run. */
  savedParts: Set<Part>
  isUnsaved: boolean
}

interface HandlerOptions {
  document: EditorDocument
  course: EditorState
  kept: KeptDrafts
  /** How long a pause of the user is before a save; undefined: only the user saves. */
  autosaveMs: number | undefined
  /** Says on the terminal where a replaced version is. */
  noteFile(file: string): void
  finish(): void
}

const contentNames = ['asunto', 'preheader', 'html'] as const
const maxContacts = 10

/**
 * Creates the handlers for all requests of the page. The browser can do nothing else with the
 * account.
 */
export function createHandlers(
  context: Context,
  { document, course, kept, autosaveMs, noteFile, finish }: HandlerOptions,
): Record<string, Handler> {
  const { clock } = context.host
  const { key, parts } = document

  async function load() {
    const { name, content, version, lists } = course.draft
    const [tags, brand] = await Promise.all([
      document.tags ?? mergeTagsOf(context, course.draft),
      brandOf(context, lists),
    ])
    return {
      ...{ name, ...content, tags, brand, key, parts, version, autosaveMs },
      canTest: document.test !== undefined,
      isRendered: document.preview !== undefined,
      ...earlierDraft(),
    }
  }

  /** The draft of an earlier run, unless it has been saved since. */
  function earlierDraft() {
    const { earlier } = kept
    if (!earlier || isSame(earlier.content, course.draft.content)) return {}
    return { earlier }
  }

  /** Loads the content of a concurrent edit. The user's own is set aside. */
  const reload: Handler = async (input) => {
    const draft = await document.open()
    const mine = { ...course.draft.content, ...editOf(input) }
    const file = setAside(mine, draft.content)
    course.draft = draft
    markSaved()
    return { ...(await load()), ...file }
  }

  function setAside(replaced: Content, by: Content): { file?: string } {
    if (isSame(replaced, by)) return {}
    const file = kept.setAside(replaced, document.language)
    noteFile(file)
    return { file }
  }

  const save: Handler = async (input) => {
    const edit = editOf(input)
    let file = {}
    if (Object.keys(edit).length > 0) {
      const overwrites = input.overwrites === true
      if (overwrites) {
        const theirs = await document.read()
        file = setAside(theirs.content, { ...theirs.content, ...edit })
      }
      course.draft = await saveDraft(document, course.draft, edit, { overwrites })
      course.saves += 1
      course.savedAt = clock.now()
      for (const part of contentNames) if (part in edit) course.savedParts.add(part)
    }
    markSaved()
    const { version, content } = course.draft
    return { ...content, version, time: toIsoTime(clock.now()), ...file }
  }

  function markSaved(): void {
    course.isUnsaved = false
    kept.drop()
  }

  /** Keeps changes that are not saved, in case that the browser or this process ends. */
  const keep: Handler = async (input) => {
    const content = { ...course.draft.content, ...editOf(input) }
    if (isSame(content, course.draft.content)) {
      markSaved()
      return {}
    }
    course.isUnsaved = true
    const { version } = course.draft
    kept.keep({ at: toIsoTime(clock.now()), version, content })
    return {}
  }

  /**
   * Takes up an earlier draft. The next save compares the version that it was made from, so that a later
   * edit of another person is found.
   */
  const restore: Handler = async (input) => {
    const version = typeof input.version === 'string' ? input.version : undefined
    await keep(input)
    course.draft = { ...course.draft, version }
    kept.dropEarlier()
    return {}
  }

  const discard: Handler = async () => {
    kept.dropEarlier()
    return {}
  }

  const preview: Handler = async ({ contact, ...input }) => {
    const { content } = course.draft
    if (!document.preview) return { ...content, ...editOf(input) }
    return document.preview(typeof contact === 'number' ? contact : undefined)
  }

  /** Checks the saved draft. */
  const check: Handler = async () => ({ items: await document.check(course.draft) })

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

  const starters: Handler = async () => ({
    items: await createStarters(context, course.draft.lists),
  })

  const test: Handler = async ({ emails, contact }) => {
    if (!document.test) throw new Failure('not_offered')
    if (!isTexts(emails)) throw missing('emails')
    return { sent: await document.test(emails, typeof contact === 'number' ? contact : undefined) }
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
    ...{ starters, keep, restore, discard, images: listImages(context) },
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
