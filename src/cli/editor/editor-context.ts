import type { EditorMessages } from '../../messages/editor.ts'
import type { Context } from '../context/context.ts'
import type { EditorDocument, OpenedDraft } from './documents/document.ts'

/** The parameters of all kinds of editing. */
export interface EditorContext {
  context: Context
  messages: EditorMessages
  document: EditorDocument
  opened: OpenedDraft
}

/** The result of editing. */
export interface EditResult {
  saved: boolean
  /** The last changes were not saved. */
  unsaved: boolean
  /** The changes that were not saved are on this machine. */
  kept?: boolean
}
