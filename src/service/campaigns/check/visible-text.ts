import type { Message } from './message.ts'

interface VisibleTextOptions {
  /** False leaves out the text of links. */
  isInLinks?: boolean
}

/** Returns the text of the HTML that a reader sees, with merge tags as they are written. */
export const visibleText = (
  { document }: Pick<Message, 'document'>,
  { isInLinks = true }: VisibleTextOptions = {},
): string =>
  document.texts
    .filter(({ parent }) => parent?.isHidden !== true && (isInLinks || parent?.link === undefined))
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the words of a text without merge tags and addresses. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}|https?:\/\/\S+/g, ' ')
    .toLowerCase()
    .match(/\p{L}{2,}/gu) ?? []
