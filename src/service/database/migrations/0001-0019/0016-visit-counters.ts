import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/** Counters of the visits beyond those that are recorded one by one. */
export const visitCounters = ({ ddl: { int, text, end } }: Dialect): Migration => ({
  async up(db) {
    await sql
      .raw(`create table repeat_visits (
        campaign_id ${int} not null, recipient_id ${int} not null, kind ${text} not null,
        machine ${int} not null, link_id ${int} not null, slot ${int} not null,
        count ${int} not null,
        primary key (campaign_id, recipient_id, kind, machine, link_id, slot)
      ) ${end}`)
      .execute(db)
  },
})
