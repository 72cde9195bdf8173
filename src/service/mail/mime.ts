import { signatureRoom, signInPlace } from '../signing/sign-in-place.ts'
import type { SigningThreads } from '../signing/signing-threads.ts'
import type { AttachedFile } from './attachment.ts'
import type { Signer } from './dkim.ts'
import { type EncodedText, encodeText, type WritePart } from './encoding/transfer.ts'
import {
  line,
  type Mailbox,
  mailboxHeader,
  structuredHeader,
  textHeader,
  withPhrase,
} from './headers.ts'
import { ScratchBuffer } from './scratch-buffer.ts'

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
  /** Signs in another thread. Without them, this thread signs. */
  threads?: SigningThreads | undefined
}

/** The header lines and the body of a message or of a part. */
interface Draft {
  head: string
  write: WritePart
}

/** Composes an unsigned message. */
export function composeMessage(message: MailMessage): Buffer {
  const buffer = new ScratchBuffer()
  writeDraft(draftMessage(message), buffer)
  return buffer.from(0)
}

/** Composes a message in `buffer`, signed for `domain` by each signer. */
export async function composeSigned(
  message: MailMessage,
  { signers, domain, threads }: Signature,
  buffer: ScratchBuffer,
): Promise<Buffer> {
  const draft = draftMessage(message)
  buffer.clear()
  if (signers.length === 0) {
    writeDraft(draft, buffer)
    return buffer.from(0)
  }
  // The signatures come first, but need the rest.
  buffer.reserve(signatureRoom)
  buffer.length = signatureRoom
  const bodyStart = writeDraft(draft, buffer)
  const signed = { start: signatureRoom, bodyStart, domain, now: message.date.getTime() }
  const start = await (threads?.sign(buffer, signed, signers) ??
    signInPlace(buffer, signed, signers))
  return buffer.from(start)
}

/** Returns where the body starts. */
function writeDraft({ head, write }: Draft, buffer: ScratchBuffer): number {
  buffer.appendText(`${head}\r\n`)
  const bodyStart = buffer.length
  write(buffer)
  return bodyStart
}

/**
 * Builds a message by RFC 5322 and MIME. Lines end with CRLF; only addresses that need SMTPUTF8 are
 * not ASCII.
 */
function draftMessage(message: MailMessage): Draft {
  const { attachments = [], boundary } = message
  const content = bodyOf(message)
  const { head, write } =
    attachments.length === 0 ? content : withFiles(content, attachments, boundary)
  return { head: headersOf(message) + head, write }
}

function headersOf(message: MailMessage): string {
  const { replyTo, unsubscribe, list, feedbackId } = message
  const lines = [
    fixedHeader('From', message.from),
    mailboxHeader('To', message.to),
    replyTo && fixedHeader('Reply-To', replyTo),
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

const fixedHeaders = new WeakMap<Mailbox, string>()

/** Builds the header of a mailbox that is the same object in all messages of a campaign. */
function fixedHeader(name: 'From' | 'Reply-To', mailbox: Mailbox): string {
  const known = fixedHeaders.get(mailbox)
  if (known !== undefined) return known
  const made = mailboxHeader(name, mailbox)
  fixedHeaders.set(mailbox, made)
  return made
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
    write(target) {
      target.appendText(`--${boundary}\r\n${plain.head}\r\n`)
      plain.write(target)
      target.appendText(`\r\n--${boundary}\r\n${rich.head}\r\n`)
      rich.write(target)
      target.appendText(`\r\n--${boundary}--\r\n`)
    },
  }
}

/** This boundary and that of the content are not prefixes of each other. */
function withFiles(content: Draft, files: readonly AttachedFile[], name: string): Draft {
  const boundary = `=_mixed.${name}`
  return {
    head: structuredHeader('Content-Type', `multipart/mixed; boundary="${boundary}"`),
    write(target) {
      target.appendText(`\r\n--${boundary}\r\n${content.head}\r\n`)
      content.write(target)
      for (const { head, bytes } of files) {
        target.appendText(`\r\n--${boundary}\r\n${head}\r\n`)
        target.append(bytes)
      }
      target.appendText(`\r\n--${boundary}--\r\n`)
    },
  }
}

function partOf(type: string, content: string | EncodedText): Draft {
  const { encoding, write } = typeof content === 'string' ? encodeText(content) : content
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`
  return { head, write }
}
