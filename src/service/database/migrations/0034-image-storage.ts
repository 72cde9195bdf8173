import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Adds images whose bytes are outside of the database, and the bytes that are still to be deleted there. */
export const imageStorage = ({ name, ddl: { int, text, end } }: Dialect): Migration => ({
  async up(db) {
    const removal = (row: string) => `insert into media_removals
      (account_id, stored_in, name, remove_at, attempts)
      values (${row}.account_id, ${row}.stored_in, ${row}.public_id, 0, 0)
      on conflict (account_id, stored_in, name) do update set remove_at = 0`
    const triggers =
      name === 'sqlite'
        ? [
            `create trigger media_bytes_left after delete on media when old.stored_in is not null
              begin ${removal('old')}; end`,
          ]
        : [
            `create function note_media_removal() returns trigger language plpgsql as $$
              begin ${removal('old')}; return null; end $$`,
            `create trigger media_bytes_left after delete on media for each row
              when (old.stored_in is not null) execute function note_media_removal()`,
          ]
    for (const statement of [
      `alter table media add column stored_in ${text}`,
      `create table media_removals (
        account_id ${int} not null, stored_in ${text} not null, name ${text} not null,
        remove_at ${int} not null, attempts ${int} not null,
        primary key (account_id, stored_in, name)
      ) ${end}`,
      'create index media_removals_due on media_removals (remove_at)',
      ...triggers,
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
})
