import type { Generated } from 'kysely'

/** What happened in a quarter of an hour that begins at `slot`; opens and clicks are people's. */
export interface ActivityRow {
  account_id: number
  slot: number
  sends: number
  opens: number
  clicks: number
  bounces: number
}

/**
 * What became of the messages that went to a domain in so many `days`, UTC, from `day` on: each
 * counts in a row of every length, so that a year is a few rows. A bounce or a complaint counts where
 * its message does, whenever it comes.
 */
export interface DomainActivityRow {
  account_id: number
  days: number
  day: number
  domain: string
  sent: number
  /** Of those sent: they bounced after all. */
  returned: number
  hard_bounces: number
  soft_bounces: number
  complaints: number
}

/**
 * A number that was not added to one of these rows yet. It is written with its fact, so that none is
 * lost or counts twice, and to no row of others, so that no writer waits for another.
 */
export interface TallyRow {
  id: Generated<number>
  account_id: number
  /** A column of one of the two. */
  measure: string
  /** Of which row: its slot or its day. */
  at: number
  /** Empty where the measure is not of a domain. */
  domain: string
  count: number
}
