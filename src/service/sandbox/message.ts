import { findAddresses } from '../tracking/html-places.ts'

export interface ReadMessage {
  html: string
  text: string
  /** Where the message leads, in its order, each once. */
  links: string[]
  /** In their order, names as they were written; a value is unfolded and otherwise as it came. */
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

const linksInHtml = (html: string): string[] => findAddresses(html, html).map(({ url }) => url)

const linksInText = (text: string): string[] =>
  text.match(/\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g) ?? []

/** The decoded subject, read from the head alone: the inbox lists it and parsing a whole message is dear. */
export async function subjectOf(raw: Buffer): Promise<string> {
  const { decodeWords } = await import('postal-mime')
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.subarray(0, end === -1 ? raw.length : end + 2).toString()
  const [, value = ''] = /^subject:(.*(?:\r\n[ \t].*)*)/im.exec(head) ?? []
  // PostgreSQL takes no NUL in a text.
  return decodeWords(value.replace(/\r\n/g, ''))
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
}
