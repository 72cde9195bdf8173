import type { Finding } from './finding.ts'
import type { Message } from './message.ts'
import { visibleText, wordsOf } from './visible-text.ts'

/** Spam filters compare the two versions of a message, and read less than this as two messages. */
const minShared = 0.4

/** With fewer words than this in the HTML there is nothing to compare. */
const minWords = 10

/** A text version that says something else than the HTML. */
export function checkTextPart(message: Message): Finding[] {
  const { text } = message
  if (text.source.trim() === '') return []
  const shown = new Set(wordsOf(visibleText(message)))
  if (shown.size < minWords) return []
  const written = new Set(wordsOf(text.source))
  const shared = [...shown].filter((word) => written.has(word)).length / shown.size
  if (shared >= minShared) return []
  const place = text.placeAt(0, Math.min(text.source.length, 1))
  const values = { percent: Math.round(shared * 100) }
  return [{ code: 'text_differs', level: 'warn', values, place }]
}
