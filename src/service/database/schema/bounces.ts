import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

/** The one bounce of a message; a hard one takes the place of a soft one. */
export interface BounceRow {
  recipient_id: number
  account_id: number
  campaign_id: number
  contact_id: number
  type: string
  kind: string
  diagnostic: string
  /** It was soft, and a hard one took its place. */
  turned: Generated<Bit>
  at: number
  /** When the message went out, as far as that is known: where the bounce counts. */
  message_at: number
}

/** What arrived for a return path: written before it is acknowledged, read after. */
export interface InboxRow {
  id: Generated<number>
  mail_from: string
  rcpt_to: string
  /** The beginning, as far as a report goes; empty once it is read. */
  raw: Buffer
  received_at: number
  handled_at: number | null
  /** What it turned out to be. */
  outcome: string | null
}
