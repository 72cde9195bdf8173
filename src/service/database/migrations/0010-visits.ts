import { type Migration, sql } from 'kysely'

/** The clicks of a burst are found by their time: a reader's many older visits are not read. */
export const visits = (): Migration => ({
  async up(db) {
    await sql`create index engagements_visit on engagements (recipient_id, at)`.execute(db)
    await sql`drop index engagements_recipient`.execute(db)
  },
})
