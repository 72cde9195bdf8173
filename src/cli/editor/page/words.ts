import type { EditorWords } from '../../../messages/editor.ts'
import { byId } from './elements.ts'

/** In the language of the command line, which wrote them into the page. */
export const words: EditorWords['page'] = JSON.parse(byId('words').textContent ?? '')

export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
