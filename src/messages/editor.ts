import type { Language } from '../core/language.ts'
import type { editor } from './en/editor.ts'

/** Texts of the visual editor, in the terminal and on its page. */
export type EditorMessages = typeof editor

export async function loadEditorMessages(language: Language): Promise<EditorMessages> {
  return language === 'es'
    ? (await import('./es/editor.ts')).editor
    : (await import('./en/editor.ts')).editor
}
