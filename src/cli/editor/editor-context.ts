import type { EditorMessages } from '../../messages/editor.ts'
import type { Context } from '../context/context.ts'

/** The parameters of all kinds of editing. */
export interface EditorContext {
  context: Context
  messages: EditorMessages
  /** The id of the campaign. */
  id: number
}

/** The result of editing. */
export interface EditResult {
  id: number
  camp_name: string
  saved: boolean
  /** The last changes were not saved. */
  unsaved: boolean
}
