import { stripControls } from '../core/safe-text.ts'
import type { Words } from './words.ts'

/** Letters that nobody sees and models read: tags, and variation selectors beyond those of emoji. */
const unseen = /[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu

/** A whole newsletter; more than an assistant can take in, or should save back. */
const longestText = 100_000

/** Data of an account as an assistant may see it: no controls, nothing hidden, no endless text. */
export function clean(value: unknown, words: Words): unknown {
  if (typeof value === 'string') return cleanText(value, words)
  if (Array.isArray(value)) return value.map((each) => clean(each, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [cleanText(name, words), clean(each, words)]),
  )
}

export function cleanText(text: string, { own }: Words): string {
  const safe = stripControls(text).replace(unseen, '')
  return safe.length <= longestText
    ? safe
    : safe.slice(0, longestText) + own.cut(safe.length - longestText)
}
