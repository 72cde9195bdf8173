import type { Generated } from 'kysely'

/**
 * The outbox, written in the transaction of the fact. `seq` follows the order of commits in its account; null
 * until assigned.
 */
export interface EventRow {
  id: Generated<number>
  seq: number | null
  account_id: number
  type: string
  payload: string
  /** Copied from the payload for searches; null when the payload has none. */
  contact_id: number | null
  campaign_id: number | null
  created_at: number
}

/** The last `seq` that an account assigned to its events, on PostgreSQL. */
export interface EventSequenceRow {
  account_id: number
  last: number
}

/** The last number of a sequence that follows the order of commits. */
export interface SequenceRow {
  name: string
  last: number
}
