import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/** The networks from which a login has succeeded. */
export const loginNetworks = ({ ddl: { int, text, end } }: Dialect): Migration => ({
  async up(db) {
    await sql
      .raw(`create table login_networks (
        account_id ${int} not null, network ${text} not null, seen_at ${int} not null,
        primary key (account_id, network)
      ) ${end}`)
      .execute(db)
  },
})
