import type { Generated } from 'kysely'

/** Counts for the quarter of an hour that starts at `slot`. Opens and clicks exclude machines. */
export interface ActivityRow {
  account_id: number
  slot: number
  sends: number
  opens: number
  clicks: number
  bounces: number
}

/**
 * Results of the messages sent to a domain within a number of `days` from `day`, in UTC. Each
 * message counts in one row of every length, so that a year is a few rows. A bounce or a complaint
 * counts with its message, whenever it arrives.
 */
export interface DomainActivityRow {
  account_id: number
  days: number
  day: number
  domain: string
  sent: number
  /** Sent messages that bounced later. */
  returned: number
  hard_bounces: number
  soft_bounces: number
  complaints: number
}

/**
 * A change that is not yet added to a row of `activity` or `domain_activity`. It is inserted
 * together with its fact, so that none is lost or counted twice, and into a row of its own, so that
 * no writer waits for another.
 */
export interface TallyRow {
  id: Generated<number>
  account_id: number
  /** A column of one of the two tables. */
  measure: string
  /** The slot or the day of the row. */
  at: number
  /** Empty when the measure has no domain. */
  domain: string
  count: number
}
