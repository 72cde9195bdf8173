import type { EditorWords } from '../../messages/editor.ts'
import type { Context } from '../context.ts'

/** What every way of editing works with. */
export interface Editing {
  context: Context
  words: EditorWords
  /** Of the campaign. */
  id: number
}

/** What a run of the editor has come to. */
export interface Edited {
  id: number
  camp_name: string
  saved: boolean
  /** Something was changed last and not saved. */
  unsaved: boolean
}
