import { Failure } from '../../../core/failure.ts'
import type { ShownItem } from '../shown-item.ts'

/** The fields that the editor changes, with their API names. */
export interface Content {
  asunto: string
  preheader: string
  html: string
}

export type Part = keyof Content

export interface Draft {
  name: string
  lists: readonly (string | number)[]
  content: Content
  /** What `write` compares. Without one, the content is compared instead. */
  version?: string | undefined
}

/** A draft that may be edited. */
export interface OpenedDraft extends Draft {
  /**
   * Whether it is saved at each pause. What people can get at any moment is saved only by the user's
   * decision.
   */
  autosaves: boolean
  /** What to know before editing. */
  notes?: readonly string[]
}

/** A message that the editor can open. Each kind is a file of this folder. */
export interface EditorDocument {
  /** The name on a server, such as `campaign-7`. Files are named after it. */
  key: string
  /** The command that opens it again. */
  command: string
  parts: readonly Part[]
  /** The merge tags that it may have, instead of those of a campaign. */
  tags?: readonly string[]
  /** The language of `html`. MJML is edited as text only. */
  language: 'html' | 'mjml'
  /** Throws if it can no longer be edited. */
  open(): Promise<OpenedDraft>
  read(): Promise<Draft>
  /** Throws `edited_meanwhile` if the version is given and is not the current one. */
  write(edit: Partial<Content>, version: string | undefined): Promise<void>
  /** Throws if the content must not be saved. */
  refuse?(content: Content): void
  check(saved: Draft): Promise<ShownItem[]>
  /** Renders the saved message for a contact. Absent: the source is shown. */
  preview?(contact: number | undefined): Promise<Content>
  /** Sends the saved message, and returns the number of messages. */
  test?(emails: string[], contact: number | undefined): Promise<number>
  /** The fields that identify it in the result. */
  result(draft: Draft): object
}

interface SaveOptions {
  /** Overwrites a concurrent edit. */
  overwrites?: boolean
}

/** Saves an edit and returns the new draft. Throws `edited_meanwhile` after a concurrent edit. */
export async function saveDraft(
  document: EditorDocument,
  opened: Draft,
  edit: Partial<Content>,
  { overwrites = false }: SaveOptions = {},
): Promise<Draft> {
  const base = overwrites ? await document.read() : opened
  const content = { ...base.content, ...edit }
  document.refuse?.(content)
  if (base.version === undefined) await refuseOverwriting(document, base)
  await document.write(edit, base.version)
  const draft = await document.read()
  // If another edit came right after ours, keep our version: the next save then detects the
  // conflict.
  const isOurs = draft.version === undefined || isSame(draft.content, content)
  return isOurs ? draft : { ...base, content }
}

async function refuseOverwriting(document: EditorDocument, { content }: Draft): Promise<void> {
  const draft = await document.read()
  if (!isSame(draft.content, content)) throw new Failure('edited_meanwhile')
}

export const isSame = (a: Content, b: Content): boolean =>
  a.html === b.html && a.asunto === b.asunto && a.preheader === b.preheader
