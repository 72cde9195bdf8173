import type { Generated } from 'kysely'

export interface ContactRow {
  id: Generated<number>
  account_id: number
  list_id: number
  email: string
  email_key: string
  domain: string
  nombre: string
  /** The name in its searchable form, without case and accents. */
  nombre_key: Generated<string>
  status: string
  source: string
  /** 1: just created. */
  version: number
  created_at: number
  updated_at: number
  confirmed_at: number | null
  unsubscribed_at: number | null
  last_open_at: number | null
  last_click_at: number | null
}

/**
 * One row per value. `position` numbers the choices of a multi-choice field, and is 0 otherwise.
 */
export interface ContactValueRow {
  account_id: number
  contact_id: number
  field_id: number
  position: number
  text: string | null
  number: number | null
  /** Unix seconds, the format of dates in the API. */
  time: number | null
}

export interface ContactTagRow {
  account_id: number
  contact_id: number
  tag: string
}

export interface ContactHistoryRow {
  id: Generated<number>
  account_id: number
  contact_id: number
  type: string
  campaign_id: number | null
  detail: string
  at: number
}

export interface SuppressionRow {
  id: Generated<number>
  account_id: number
  /** 0: the whole account; negative: see `newSubscriptions` and `testMessages`. */
  list_id: number
  /** The normalised address, or its keyed hash after erasure. */
  email_key: string
  email: string | null
  type: string
  reason: string
  campaign_id: number | null
  created_at: number
}

/** A suppression that an operator lifted, with the reason that they gave. */
export interface LiftedSuppressionRow {
  id: Generated<number>
  account_id: number
  list_id: number
  email_key: string
  email: string | null
  type: string
  reason: string
  suppressed_at: number
  /** The user who lifted it. */
  lifted_by: number
  lifted_reason: string
  lifted_at: number
}
