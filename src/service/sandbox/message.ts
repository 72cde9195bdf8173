import { decodeHeader, type MailMessage, parseMessage } from '../../core/mail/mail-message.ts'
import { previewOfHtml, visibleText } from '../../html/html-text.ts'
import { findHtmlLinks } from '../tracking/html-links.ts'

export interface ReadMessage
  extends Pick<MailMessage, 'html' | 'text' | 'headers' | 'attachments'> {
  /** The links of the message, in order, without duplicates. */
  links: string[]
}

export async function readMessage(raw: Buffer): Promise<ReadMessage> {
  const { html, text, headers, attachments } = await parseMessage(raw)
  return {
    html,
    text,
    links: [...new Set(html === '' ? linksInText(text) : linksInHtml(html))],
    headers,
    attachments,
  }
}

const linksInHtml = (html: string): string[] => findHtmlLinks(html, html).map(({ url }) => url)

const linksInText = (text: string): string[] =>
  text.match(/\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g) ?? []

const previewLength = 150

/**
 * Returns what a mailbox shows in its list, from a message or its beginning: the header `From`, and the
 * first text of the body.
 */
export async function summaryOf(head: Buffer): Promise<{ from: string; preheader: string }> {
  const { from, html, text } = await parseMessage(head)
  const preview = html === '' ? visibleText(text) : previewOfHtml(html)
  return { from, preheader: [...preview].slice(0, previewLength).join('') }
}

/**
 * Returns the decoded subject. It reads the head only, because parsing a whole message for the list
 * is slow.
 */
export async function subjectOf(raw: Buffer): Promise<string> {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.subarray(0, end === -1 ? raw.length : end + 2).toString()
  const [, value = ''] = /^subject:(.*(?:\r\n[ \t].*)*)/im.exec(head) ?? []
  // PostgreSQL does not accept NUL in a text.
  return (await decodeHeader(value.replace(/\r\n/g, '')))
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
}
