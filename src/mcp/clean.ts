import { stripControls } from '../core/safe-text.ts'
import type { McpMessages } from './messages.ts'

/** Characters that people do not see but models read: tags, and variation selectors not used by emoji. */
const invisible = /[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu

/** The size of a large newsletter. An assistant cannot use more and should not save it back. */
const maxTextLength = 100_000

/** Removes control and invisible characters from data and cuts long texts, before an assistant reads it. */
export function clean(value: unknown, messages: McpMessages): unknown {
  if (typeof value === 'string') return cleanText(value, messages)
  if (Array.isArray(value)) return value.map((each) => clean(each, messages))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [cleanText(name, messages), clean(each, messages)]),
  )
}

export function cleanText(text: string, { assistant }: McpMessages): string {
  const safe = stripControls(text).replace(invisible, '')
  return safe.length <= maxTextLength
    ? safe
    : safe.slice(0, maxTextLength) + assistant.cut(safe.length - maxTextLength)
}
