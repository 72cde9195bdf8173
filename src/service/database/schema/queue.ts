import type { Bit } from './bit.ts'

/** What a message that waits to go out has in either queue. The row is deleted with its result. */
interface QueuedRow {
  /** 0 for a message without an account. */
  account_id: number
  /** Of the message: a row in `recipients` or in `messages`. */
  id: number
  /** Not before this time. */
  next_at: number
  /** The claim of the process that sends it; null while it may be claimed. */
  claim: string | null
  /**
   * On disk before the relay gets the content: after a crash no one can know whether it was sent, and it
   * becomes `uncertain`.
   */
  submitting: Bit
}

/**
 * The recipients whose message waits to go out, with `pending` or `deferred` in `recipients`. Their claims
 * change no index, so that PostgreSQL updates the row in place (HOT).
 */
export interface QueuedRecipientRow extends QueuedRow {
  campaign_id: number
}

/** The same for the messages of the service itself. */
export interface QueuedMessageRow extends QueuedRow {
  /** As in `messages`. */
  priority: number
}
