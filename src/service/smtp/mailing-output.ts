import type { Outcome } from './outcome.ts'
import type { Feature } from './relay-features.ts'
import type { Submission } from './submission.ts'

/** How the session sends messages. */
export interface MailingMode {
  /** `MAIL`, `RCPT` and `DATA` go out together (RFC 2920). */
  pipelines: boolean
  /** The next envelope goes out with the end of a content, before its reply. */
  overlaps: boolean
  /** The content goes out with its envelope, by `BDAT` (RFC 3030). */
  chunks: boolean
}

/** The circumstances in which an envelope was lost. */
export interface Circumstances {
  /** No message was sent over this session before. */
  isFirst: boolean
  isPipelined: boolean
}

export interface MailingOutput<Message extends Submission> {
  write(text: string): void
  /** `onLeft`: the bytes are no longer read. */
  writeContent(bytes: Buffer, onLeft: (() => void) | undefined): void
  /** The number of bytes that have been written here, that the socket has got, and that the kernel has taken. */
  written(): number
  passed(): number
  taken(): number
  /** The next message, if there is one for this session. */
  next(): Message | undefined
  settle(message: Message, outcome: Outcome): void
  /** The relay has no byte of the content. */
  unsent(message: Message, error: Error, circumstances: Circumstances): void
  /** The relay offers this, but cannot do it. */
  failed(feature: Feature): void
}
