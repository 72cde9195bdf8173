import type { EditorMessages } from '../../../messages/editor.ts'
import { byId } from './elements.ts'

/** The messages in the language of the command line, which has embedded them in the page. */
export const messages: EditorMessages['page'] = JSON.parse(byId('messages').textContent ?? '')

export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
