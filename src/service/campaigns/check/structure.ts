import type { HtmlDocument } from '../../mail/html-elements.ts'
import type { Finding } from './finding.ts'
import type { Message } from './message.ts'

/** Elements that are not closed, which moves everything after them. */
export function checkStructure({ document, html }: Message): Finding[] {
  // With conditions, only the rendered message shows whether it is balanced.
  if (/\{%/.test(html.source)) return []
  return unbalanced(document, (start, end) => html.placeAt(start, end))
}

export function unbalanced(
  { unbalanced: found }: HtmlDocument,
  placeAt?: (start: number, end: number) => Finding['place'],
): Finding[] {
  const [first] = found
  if (!first) return []
  const { name, start } = first
  const place = placeAt?.(start, start + name.length + 1)
  const values = { element: `<${name}>`, count: found.length }
  return [{ code: 'html_unbalanced', level: 'warn', values, ...(place && { place }) }]
}
