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

export const isSignedByThreads = ({ signers, threads }: Signature): boolean =>
  signers.length > 0 && threads !== undefined

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

/** A message, and whether it may go out as it is: see `Submission`. */
export interface Composed {
  raw: Buffer
  isCanonical: boolean
}

/** Composes a message in `buffer`, signed for `domain` by each signer. A promise only if threads sign it. */
export function composeSigned(
  message: MailMessage,
  { signers, domain, threads }: Signature,
  buffer: ScratchBuffer,
): Composed | Promise<Composed> {
  const draft = draftMessage(message)
  buffer.clear()
  if (signers.length === 0) {
    const { isCanonical } = writeDraft(draft, buffer)
    return { raw: buffer.from(0), isCanonical }
  }
  // The signatures come first, but need the rest.
  buffer.reserve(signatureRoom)
  buffer.length = signatureRoom
  const { bodyStart, isCanonical } = writeDraft(draft, buffer)
  const signed = { start: signatureRoom, bodyStart, domain, now: message.date.getTime() }
  const composed = (start: number): Composed => ({ raw: buffer.from(start), isCanonical })
  return threads
    ? threads.sign(buffer, signed, signers).then(composed)
    : composed(signInPlace(buffer, signed, signers))
}

/** Returns where the body starts. The encoded body is canonical but for its end; the head has no other line ends. */
function writeDraft(
  { head, write }: Draft,
  buffer: ScratchBuffer,
): { bodyStart: number; isCanonical: boolean } {
  const start = buffer.length
  buffer.appendText(`${head}\r\n`)
  const bodyStart = buffer.length
  // UTF-8 has a byte for a character of ASCII alone.
  const isAscii = bodyStart - start === head.length + 2
  write(buffer)
  const { bytes, length } = buffer
  const isEnded = bytes[length - 2] === CR && bytes[length - 1] === LF
  return { bodyStart, isCanonical: isAscii && isEnded }
}

const CR = 0x0d
const LF = 0x0a

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
  let head = fromHeader(message.from.address, message.from.name)
  head += mailboxHeader('To', message.to)
  if (replyTo) head += replyToHeader(replyTo.address, replyTo.name)
  head += textHeader('Subject', message.subject)
  head += dateHeader(Math.floor(message.date.getTime() / 1000))
  head += structuredHeader('Message-ID', `<${message.messageId}>`)
  if (list) head += listHeader(list.id, list.name)
  if (unsubscribe) {
    head += structuredHeader('List-Unsubscribe', unsubscribeTargets(unsubscribe))
    head += oneClickHeader
  }
  if (feedbackId !== undefined) head += feedbackHeader(feedbackId)
  for (const [name, value] of message.headers ?? []) head += textHeader(name, value)
  return head + versionHeader
}

const versionHeader = structuredHeader('MIME-Version', '1.0')
const oneClickHeader = structuredHeader('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click')

// Messages of one campaign follow one another, so the last header is mostly the one that is needed.
const fromHeader = keepLast((address: string, name: string | undefined) =>
  mailboxHeader('From', { address, name }),
)
const replyToHeader = keepLast((address: string, name: string | undefined) =>
  mailboxHeader('Reply-To', { address, name }),
)
const dateHeader = keepLast((second: number) =>
  structuredHeader('Date', new Date(second * 1000).toUTCString().replace('GMT', '+0000')),
)
const listHeader = keepLast((id: string, name: string | undefined) =>
  line('List-Id', withPhrase('List-Id', name, id)),
)
const feedbackHeader = keepLast((id: string) => structuredHeader('Feedback-ID', id))

/** Returns a function that builds a header only if its values differ from the last ones. */
function keepLast<Key, Name>(
  build: (key: Key, name: Name) => string,
): (key: Key, name?: Name) => string {
  let last: { key: Key; name: Name; header: string } | undefined
  return (key, name) => {
    if (!last || last.key !== key || last.name !== name) {
      last = { key, name: name as Name, header: build(key, name as Name) }
    }
    return last.header
  }
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
