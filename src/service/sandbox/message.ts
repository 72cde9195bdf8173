import { findHtmlLinks } from '../tracking/html-links.ts'

export interface ReadMessage {
  html: string
  text: string
  /** The links of the message, in order, without duplicates. */
  links: string[]
  /** In order, with the original names. A value is unfolded and otherwise unchanged. */
  headers: { name: string; value: string }[]
}

export async function readMessage(raw: Buffer): Promise<ReadMessage> {
  const { default: PostalMime } = await import('postal-mime')
  const { html = '', text = '', headers } = await PostalMime.parse(raw)
  return {
    html,
    text,
    links: [...new Set(html === '' ? linksInText(text) : linksInHtml(html))],
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  }
}

const linksInHtml = (html: string): string[] => findHtmlLinks(html, html).map(({ url }) => url)

const linksInText = (text: string): string[] =>
  text.match(/\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g) ?? []

/**
 * Returns the decoded subject. It reads the head only, because parsing a whole message for the list
 * is slow.
 */
export async function subjectOf(raw: Buffer): Promise<string> {
  const { decodeWords } = await import('postal-mime')
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.subarray(0, end === -1 ? raw.length : end + 2).toString()
  const [, value = ''] = /^subject:(.*(?:\r\n[ \t].*)*)/im.exec(head) ?? []
  // PostgreSQL does not accept NUL in a text.
  return decodeWords(value.replace(/\r\n/g, ''))
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
}
