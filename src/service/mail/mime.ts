import type { AttachedFile } from './attachment.ts'
import type { BodyChunk } from './body-chunk.ts'
import { type Draft, type Signer, signDraft } from './dkim.ts'
import {
  line,
  type Mailbox,
  mailboxHeader,
  structuredHeader,
  textHeader,
  withPhrase,
} from './headers.ts'
import { ScratchBuffer } from './scratch-buffer.ts'
import { type EncodedText, encodeText } from './transfer.ts'

export interface MailMessage {
  from: Mailbox
  to: Mailbox
  replyTo?: Mailbox | undefined
  subject: string
  date: Date
  /** Without angle brackets. */
  messageId: string
  /** Makes the boundaries of this message unique: letters, digits, `.`, `_`, `-`. */
  boundary: string
  html?: string | EncodedText | undefined
  text?: string | EncodedText | undefined
  /** `url` takes a one-click POST (RFC 8058). `mailto` is for clients that cannot send one. */
  unsubscribe?: { url: string; mailto?: string | undefined } | undefined
  list?: { id: string; name?: string | undefined } | undefined
  feedbackId?: string | undefined
  headers?: readonly (readonly [name: string, value: string])[] | undefined
  attachments?: readonly AttachedFile[] | undefined
}

/** The DKIM signers of a message and their domain. */
export interface Signature {
  signers: readonly Signer[]
  domain: string
}

/** Composes an unsigned message. */
export const composeMessage = (message: MailMessage): Buffer =>
  joinDraft(draftMessage(message), new ScratchBuffer())

/** Composes a message in `buffer`, signed for `domain` by each signer. */
export async function composeSigned(
  message: MailMessage,
  { signers, domain }: Signature,
  buffer: ScratchBuffer,
): Promise<Buffer> {
  const draft = draftMessage(message)
  if (signers.length === 0) return joinDraft(draft, buffer)
  const now = message.date.getTime()
  return joinDraft(draft, buffer, await signDraft(draft, signers, { domain, now, buffer }))
}

const joinDraft = ({ head, body }: Draft, buffer: ScratchBuffer, signature = ''): Buffer =>
  buffer.concat([Buffer.from(`${signature}${head}\r\n`), ...body.map(({ bytes }) => bytes)])

/**
 * Builds a message by RFC 5322 and MIME. Lines end with CRLF; only addresses that need SMTPUTF8 are
 * not ASCII.
 */
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

/** Returns the content headers and the body. */
function bodyOf({ text, html, boundary: name }: MailMessage): Draft {
  if (html === undefined) return partOf('text/plain', text ?? '')
  if (text === undefined) return partOf('text/html', html)
  // Neither encoding can produce `=_`, so no body contains the boundary.
  const boundary = `=_${name}`
  const plain = partOf('text/plain', text)
  const rich = partOf('text/html', html)
  return {
    head: structuredHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`),
    body: [
      textChunk(`--${boundary}\r\n${plain.head}\r\n`),
      ...plain.body,
      textChunk(`\r\n--${boundary}\r\n${rich.head}\r\n`),
      ...rich.body,
      textChunk(`\r\n--${boundary}--\r\n`),
    ],
  }
}

/** This boundary and that of the content are not prefixes of each other. */
function withFiles(content: Draft, files: readonly AttachedFile[], name: string): Draft {
  const boundary = `=_mixed.${name}`
  const parts = [content, ...files].flatMap(({ head, body }) => [
    textChunk(`\r\n--${boundary}\r\n${head}\r\n`),
    ...body,
  ])
  return {
    head: structuredHeader('Content-Type', `multipart/mixed; boundary="${boundary}"`),
    body: [...parts, textChunk(`\r\n--${boundary}--\r\n`)],
  }
}

function partOf(type: string, content: string | EncodedText): Draft {
  const { encoding, body } = typeof content === 'string' ? encodeText(content) : content
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`
  return { head, body }
}

const textChunk = (text: string): BodyChunk => ({ bytes: Buffer.from(text) })
