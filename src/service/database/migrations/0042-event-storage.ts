import { type Migration, sql } from 'kysely'
import { storagePeriodMs } from '../../../core/retention/storage-period.ts'
import type { Dialect } from '../dialect.ts'

/** Adds the bytes of custom events by account and period, and counts those that were recorded before. */
export const eventStorage = ({ ddl: { int, end } }: Dialect): Migration => ({
  async up(db) {
    await sql
      .raw(`create table event_storage (
        account_id ${int} not null, ends_at ${int} not null, bytes ${int} not null,
        primary key (account_id, ends_at)
      ) ${end}`)
      .execute(db)
    await sql.raw(`create index event_storage_end on event_storage (ends_at)`).execute(db)
    await sql`
      insert into event_storage (account_id, ends_at, bytes)
      select account_id, (at / ${sql.lit(storagePeriodMs)} + 1) * ${sql.lit(storagePeriodMs)},
        sum(octet_length(properties))
      from custom_events group by 1, 2
    `.execute(db)
  },
})
