import { type Migration, sql } from 'kysely'

/** Finds the clicks of a burst by time, without reading a reader's older visits. */
export const visits = (): Migration => ({
  async up(db) {
    await sql`create index engagements_visit on engagements (recipient_id, at)`.execute(db)
    await sql`drop index engagements_recipient`.execute(db)
  },
})
