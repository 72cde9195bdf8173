import { type Kysely, type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * The addresses of an account and those of a list were two indexes of the same texts, which come to an
 * import in no order: a quarter of what a row costs. One that ends with the list answers both.
 */
export const oneAddressIndex = ({ name }: Dialect): Migration => ({
  async up(db) {
    await sql`drop index contacts_address`.execute(db)
    if (name === 'sqlite') await rebuildWithoutKey(db)
    else await sql`alter table contacts drop constraint contacts_list_id_email_key_key`.execute(db)
    await sql`create unique index contacts_address
      on contacts (account_id, email_key, list_id)`.execute(db)
  },
})

/** SQLite takes a key from a table only by making it anew, with the indexes and triggers beside it. */
async function rebuildWithoutKey(db: Kysely<unknown>): Promise<void> {
  const { rows: made } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'contacts' and sql is not null
  `.execute(db)
  const table = made.find(({ type }) => type === 'table')?.sql ?? ''
  const beside = made.filter(({ type }) => type !== 'table')
  const statements = [
    table.replace(/contacts/, 'contacts_anew').replace(/,\s*unique \(list_id, email_key\)/, ''),
    'insert into contacts_anew select * from contacts',
    // A number whose contact was deleted is in links that were mailed: it must not come again.
    `delete from sqlite_sequence where name = 'contacts_anew'`,
    `insert into sqlite_sequence (name, seq)
      select 'contacts_anew', seq from sqlite_sequence where name = 'contacts'`,
    'drop table contacts',
    'alter table contacts_anew rename to contacts',
    ...beside.map((each) => each.sql),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
