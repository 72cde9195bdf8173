import { type Migration, sql } from 'kysely'

/** Adds an index on the events that are attributed to a campaign. Most events are not, and cost nothing. */
export const conversionsOfPeople = (): Migration => ({
  async up(db) {
    await sql`create index custom_events_campaign
      on custom_events (account_id, person_id, campaign_id, at) where campaign_id is not null
    `.execute(db)
  },
})
