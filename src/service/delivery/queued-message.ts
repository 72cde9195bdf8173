import type { CountedRecipient } from '../figures/recipient-facts-store.ts'
import type { ScratchBuffer } from '../mail/scratch-buffer.ts'
import type { Submission } from '../smtp/submission.ts'

/** The table that stores the state of a message. Both tables have the same state columns. */
export type MessageTable = 'recipients' | 'messages'

/** A message that this process has claimed. */
export interface QueuedMessage {
  table: MessageTable
  id: number
  claim: string
  /** The account that pays for the message; null for messages without an account. */
  account: number | null
  /** The domain of the recipient address. */
  domain: string
  /** The number of earlier attempts. */
  attempts: number
  /** How it is counted now, if it is of a campaign. */
  counted?: CountedRecipient
  /** A person waits for it, as for a code: it goes out before all others. */
  isUrgent?: true
  /** It goes to the inbox of its account, which is a sandbox, and not to the relay. */
  isKept?: true | undefined
  /** Threads sign it. It is made early, so that they sign while others are sent. */
  isSigned?: boolean
  /** Writes the message to `buffer`. Rejects with a `Failure` when it cannot be composed. */
  compose(buffer: ScratchBuffer): Submission | Promise<Submission>
}

/** Claims up to `limit` messages that are due. */
export type ClaimSource = (limit: number, claim: string) => Promise<QueuedMessage[]>

export const domainOfAddress = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()
