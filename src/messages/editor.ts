import type { Language } from '../core/language.ts'
import type { editor } from './en/editor.ts'

/** What the visual editor says, in the terminal and on its page. */
export type EditorWords = typeof editor

export async function loadEditorWords(language: Language): Promise<EditorWords> {
  return language === 'es'
    ? (await import('./es/editor.ts')).editor
    : (await import('./en/editor.ts')).editor
}
