import type { Generated } from 'kysely'

/** The one bounce of a message; a hard one takes the place of a soft one. */
export interface BounceRow {
  recipient_id: number
  account_id: number
  campaign_id: number
  contact_id: number
  type: string
  kind: string
  diagnostic: string
  at: number
}

/** What arrived for a return path: written before it is acknowledged, read after. */
export interface InboxRow {
  id: Generated<number>
  mail_from: string
  rcpt_to: string
  /** The beginning, as far as a report goes. */
  raw: Buffer
  received_at: number
  handled_at: number | null
  /** What it turned out to be. */
  outcome: string | null
}
