import type { AttachedFile } from './attachment.ts'
import { type Draft, type Signer, signDraft } from './dkim.ts'
import {
  line,
  type Mailbox,
  mailboxHeader,
  structuredHeader,
  textHeader,
  withPhrase,
} from './headers.ts'
import type { Piece } from './piece.ts'
import { Space } from './space.ts'
import { type EncodedText, encodeText } from './transfer.ts'

export interface MailMessage {
  from: Mailbox
  to: Mailbox
  replyTo?: Mailbox | undefined
  subject: string
  date: Date
  /** Without its angle brackets. */
  messageId: string
  /** What makes the boundary of this message its own: letters, digits, `.`, `_`, `-`. */
  boundary: string
  html?: string | EncodedText | undefined
  text?: string | EncodedText | undefined
  /** One click (RFC 8058) by POST to `url`; `mailto` is an address for those who can't. */
  unsubscribe?: { url: string; mailto?: string | undefined } | undefined
  list?: { id: string; name?: string | undefined } | undefined
  feedbackId?: string | undefined
  headers?: readonly (readonly [name: string, value: string])[] | undefined
  attachments?: readonly AttachedFile[] | undefined
}

/** Who signs a message, and for which domain. */
export interface Signature {
  signers: readonly Signer[]
  domain: string
}

/** A message without a signature, as it goes on the wire. */
export const composeMessage = (message: MailMessage): Buffer =>
  joinDraft(draftMessage(message), new Space())

/** Signed by each of `signers` for `domain`; unsigned where there is none. It stands in `space`. */
export async function composeSigned(
  message: MailMessage,
  { signers, domain }: Signature,
  space: Space,
): Promise<Buffer> {
  const draft = draftMessage(message)
  if (signers.length === 0) return joinDraft(draft, space)
  const now = message.date.getTime()
  return joinDraft(draft, space, await signDraft(draft, signers, { domain, now, space }))
}

const joinDraft = ({ head, body }: Draft, space: Space, signature = ''): Buffer =>
  space.join([Buffer.from(`${signature}${head}\r\n`), ...body.map(({ bytes }) => bytes)])

/** RFC 5322 and MIME: every line ended by CRLF, and ASCII unless an address needs SMTPUTF8. */
function draftMessage(message: MailMessage): Draft {
  const { attachments = [], boundary } = message
  const content = bodyOf(message)
  const { head, body } =
    attachments.length === 0 ? content : withFiles(content, attachments, boundary)
  return { head: headersOf(message) + head, body }
}

function headersOf(message: MailMessage): string {
  const { replyTo, unsubscribe, list, feedbackId } = message
  const lines = [
    mailboxHeader('From', message.from),
    mailboxHeader('To', message.to),
    replyTo && mailboxHeader('Reply-To', replyTo),
    textHeader('Subject', message.subject),
    structuredHeader('Date', message.date.toUTCString().replace('GMT', '+0000')),
    structuredHeader('Message-ID', `<${message.messageId}>`),
    list && line('List-Id', withPhrase('List-Id', list.name, list.id)),
    unsubscribe && structuredHeader('List-Unsubscribe', unsubscribeTargets(unsubscribe)),
    unsubscribe && structuredHeader('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'),
    feedbackId !== undefined && structuredHeader('Feedback-ID', feedbackId),
    ...(message.headers ?? []).map(([name, value]) => textHeader(name, value)),
    structuredHeader('MIME-Version', '1.0'),
  ]
  return lines.filter(Boolean).join('')
}

function unsubscribeTargets({ url, mailto }: { url: string; mailto?: string | undefined }): string {
  return mailto === undefined ? `<${url}>` : `<${url}>, <mailto:${mailto}>`
}

/** The header lines that tell what the body is, and the body. */
function bodyOf({ text, html, boundary: name }: MailMessage): Draft {
  if (html === undefined) return partOf('text/plain', text ?? '')
  if (text === undefined) return partOf('text/html', html)
  // Neither encoding can write `=_` on a line, so no body contains the boundary.
  const boundary = `=_${name}`
  const plain = partOf('text/plain', text)
  const rich = partOf('text/html', html)
  return {
    head: structuredHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`),
    body: [
      pieceOf(`--${boundary}\r\n${plain.head}\r\n`),
      ...plain.body,
      pieceOf(`\r\n--${boundary}\r\n${rich.head}\r\n`),
      ...rich.body,
      pieceOf(`\r\n--${boundary}--\r\n`),
    ],
  }
}

/** Another boundary than that of the content, and neither begins like the other. */
function withFiles(content: Draft, files: readonly AttachedFile[], name: string): Draft {
  const boundary = `=_mixed.${name}`
  const parts = [content, ...files].flatMap(({ head, body }) => [
    pieceOf(`\r\n--${boundary}\r\n${head}\r\n`),
    ...body,
  ])
  return {
    head: structuredHeader('Content-Type', `multipart/mixed; boundary="${boundary}"`),
    body: [...parts, pieceOf(`\r\n--${boundary}--\r\n`)],
  }
}

function partOf(type: string, content: string | EncodedText): Draft {
  const { encoding, body } = typeof content === 'string' ? encodeText(content) : content
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`
  return { head, body }
}

const pieceOf = (text: string): Piece => ({ bytes: Buffer.from(text) })
