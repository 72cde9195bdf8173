import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Adds the services that use the installation's keys, with or without workers. */
export const keyLeases = ({ ddl: { text, int, end } }: Dialect): Migration => ({
  async up(db) {
    await sql
      .raw(`create table key_leases (id ${text} primary key, alive_until ${int} not null) ${end}`)
      .execute(db)
  },
})
