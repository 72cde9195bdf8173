import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Keeps the events of automation runs with the runs, and adds the values of goals. */
export const flowEvents = ({ ddl: { int, real, text, end } }: Dialect): Migration => ({
  async up(db) {
    for (const statement of [
      `alter table automation_runs add column events ${text}`,
      `alter table signals add column event ${text}`,
      `create table automation_goals (
        account_id ${int} not null, automation_id ${int} not null, version ${int} not null,
        currency ${text} not null, count ${int} not null, value ${real} not null,
        primary key (account_id, automation_id, version, currency)
      ) ${end}`,
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
})
