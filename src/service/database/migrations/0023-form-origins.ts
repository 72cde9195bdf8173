import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * An index of the sites that lists name. A preflight names a site and no list, and must not read
 * every list.
 */
export const formOrigins = ({ ddl: { int, text, end } }: Dialect): Migration => ({
  async up(db) {
    for (const statement of [
      `create table form_origins (
        origin ${text} not null, list_id ${int} not null, primary key (origin, list_id)
      ) ${end}`,
      'create index form_origins_by_list on form_origins (list_id)',
      `alter table accounts add column any_form_origin ${int} not null default 0`,
    ]) {
      await sql.raw(statement).execute(db)
    }
    const lists = await sql<{ id: number; form_origins: string }>`
      select id, form_origins from lists where form_origins <> '[]'`.execute(db)
    for (const { id, form_origins } of lists.rows) {
      for (const origin of new Set<string>(JSON.parse(form_origins))) {
        await sql`insert into form_origins (origin, list_id) values (${origin}, ${id})`.execute(db)
      }
    }
  },
})
