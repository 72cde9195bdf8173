import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

/** The bounce of a message, at most one. A hard bounce replaces a soft one. */
export interface BounceRow {
  recipient_id: number
  account_id: number
  campaign_id: number
  contact_id: number
  type: string
  kind: string
  diagnostic: string
  /** A hard bounce replaced a soft one. */
  turned: Generated<Bit>
  at: number
  /** When the message was sent, as far as known. The bounce counts at this time. */
  message_at: number
}

/** A message to a return path. It is stored before it is acknowledged, and processed later. */
export interface InboxRow {
  id: Generated<number>
  mail_from: string
  rcpt_to: string
  /** The beginning of the message, long enough for a report. Empty once processed. */
  raw: Buffer
  received_at: number
  handled_at: number | null
  /** The result of the processing. */
  outcome: string | null
}
