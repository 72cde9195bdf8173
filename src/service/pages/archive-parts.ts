import type { Language } from '../../core/language.ts'
import { endOfTag, findTag, findTitle, lowerAscii } from '../../html/find-tag.ts'
import { type Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'

/** The lists that the archive offers to subscribe to. */
export const maxOffered = 10

export function archiveTitle(language: Language, name: string): string {
  const { archiveTitle: title, archiveUntitled } = messages[language].pages
  return name === '' ? archiveUntitled : fill(title, { name })
}

/** The styles are in the element, because the message around it has its own. */
export const archiveFooter = (links: readonly { url: string; text: string }[]): Html =>
  html`<footer style="clear:both;padding:24px 16px;background:#fff;color:#333;font:16px/1.6 system-ui,sans-serif;text-align:center">
${links.map(
  ({ url, text }) =>
    html`<p style="margin:0 0 8px"><a href="${url}" style="color:#0b4f9e">${text}</a></p>
`,
)}</footer>
`

interface Additions {
  title: string
  head: Html
  foot: Html
}

/**
 * Adds to the head and the end of a document that a user wrote. Its own title and Open Graph tags come
 * first, so they count.
 */
export function inDocument(page: string, { title, head, foot }: Additions): string {
  const own = findTitle(page)
  const hasTitle = own !== undefined && page.slice(own.start, own.end).trim() !== ''
  const added = html`${
    !hasTitle &&
    html`<title>${title}</title>
`
  }${head}`
  const lower = lowerAscii(page)
  const start = positionInHead(lower)
  const end = endOfBody(lower, start)
  return page.slice(0, start) + added.text + page.slice(start, end) + foot.text + page.slice(end)
}

function positionInHead(lower: string): number {
  const end = lower.indexOf('</head>')
  if (end !== -1) return end
  const tag = ['html', '!doctype'].map((name) => findTag(lower, name)).find((at) => at !== -1)
  return tag === undefined ? 0 : endOfTag(lower, tag)
}

function endOfBody(lower: string, from: number): number {
  const ends = ['</body>', '</html>'].map((tag) => lower.lastIndexOf(tag))
  return ends.find((end) => end >= from) ?? lower.length
}
