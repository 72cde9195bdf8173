import { sql } from 'kysely'

/**
 * The names of the rows of `sequences`: the last `seq` that an event received, and the `seq` up to
 * which events have become deliveries.
 */
export type SequenceName = 'events' | 'deliveries'

/** The `seq` of the last published event; null before the first. */
export const lastPublished = sql<
  number | null
>`(select last from sequences where name = 'deliveries')`
