import { pagesOf } from './document.ts'
import { pick } from './pick.ts'
import type { Render } from './render.ts'

/**
 * Characters that JSON does not escape, but that a terminal executes (C1, DEL) or uses to reorder
 * text.
 */
const unsafeInTerminals = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

export const toJson = (value: unknown, indent?: number): string =>
  escapeControls(JSON.stringify(value, null, indent))

export const escapeControls = (json: string): string =>
  json.replace(
    unsafeInTerminals,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const compact = { indent: 0, open: '{"data":[', item: (text: string) => text, close: ']' }
const indented = {
  indent: 2,
  open: '{\n  "data": [',
  item: (text: string) => `\n${text.replace(/^/gm, '    ')}`,
  close: '\n  ]',
}

/**
 * Writes one document page by page. If a page fails, the document is closed with the cursor to
 * continue from before the failure is rethrown, so that the output stays valid.
 */
export const renderJson: Render = async function* (document, { fields, screen }) {
  const layout = screen.isTerminal ? indented : compact
  const write = (value: object) => toJson(fields ? pick(value, fields) : value, layout.indent)
  if ('one' in document) {
    yield `${write(document.one)}\n`
    return
  }

  let isOpen = false
  let separator = ''
  let cursor: string | undefined
  let total: number | undefined
  const close = (hasMore: boolean) => {
    const tail = { has_more: hasMore, next_cursor: cursor ?? null, total: total ?? null }
    return `${layout.close},${toJson(tail, layout.indent).slice(1)}\n`
  }

  try {
    for await (const page of pagesOf(document)) {
      cursor = page.nextCursor
      total = page.total ?? total
      if (!isOpen) yield layout.open
      isOpen = true
      if (page.items.length === 0) continue
      yield separator + page.items.map((item) => layout.item(write(item))).join(',')
      separator = ','
    }
  } catch (error) {
    if (isOpen) yield close(true)
    throw error
  }
  if (!isOpen) yield layout.open
  yield close(cursor !== undefined)
}
