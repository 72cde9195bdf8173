import type { Generated } from 'kysely'

/** The outbox: written with the fact. `seq` follows the order of commits; null until it is known. */
export interface EventRow {
  id: Generated<number>
  seq: number | null
  account_id: number
  type: string
  payload: string
  /** Of the payload, to be searched by; null where it names none. */
  contact_id: number | null
  campaign_id: number | null
  created_at: number
}

/** The last number given out, for numbers that follow the order of commits. */
export interface SequenceRow {
  name: string
  last: number
}
