import { sql } from 'kysely'

/**
 * The names of the rows of `sequences`. `events` is the last `seq` of the order that all accounts share, and
 * `deliveries` is the `seq` up to which events of that order have become deliveries.
 */
type SequenceName = 'events' | 'deliveries'

const lastOf = (name: SequenceName) =>
  sql<number | null>`(select last from sequences where name = ${sql.lit(name)})`

const lastPublished = lastOf('deliveries')

/** The last `seq` of the order that all accounts share, from the time when one has an order of its own. */
export const endOfShared = lastOf('events')

/** The same while no account has an order of its own: on SQLite, and on PostgreSQL before the first event. */
export const lastShared = sql<
  number | null
>`coalesce(${endOfShared}, (select max(seq) from events))`

/** Whether events of the shared order may lack deliveries. */
export const hasUnpublishedShared = sql<boolean>`${lastShared} > coalesce(${lastPublished}, 0)`

/** Whether an event has its deliveries. One with a number of its account got them with that number. */
export const isPublished = sql<boolean>`(seq <= ${lastPublished} or seq > ${lastShared})`
