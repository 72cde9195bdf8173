import { type Kysely, sql } from 'kysely'

/**
 * SQLite takes a key, and a column that has one, from a table only by making it anew, with the indexes
 * and triggers beside it. `edit` changes the words of its definition.
 */
export async function rebuild(
  db: Kysely<unknown>,
  table: string,
  edit: (definition: string) => string,
): Promise<void> {
  const anew = `${table}_anew`
  const { rows: made } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and sql is not null
  `.execute(db)
  const definition = made.find(({ type }) => type === 'table')?.sql ?? ''
  await sql.raw(edit(definition.replace(table, anew))).execute(db)
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${anew})
  `.execute(db)
  const columns = rows.map(({ name }) => name).join(', ')
  const statements = [
    `insert into ${anew} (${columns}) select ${columns} from ${table}`,
    // A number whose row was deleted is known elsewhere, in links that were mailed: it must not come again.
    `delete from sqlite_sequence where name = '${anew}'`,
    `insert into sqlite_sequence (name, seq)
      select '${anew}', seq from sqlite_sequence where name = '${table}'`,
    `drop table ${table}`,
    `alter table ${anew} rename to ${table}`,
    ...made.filter(({ type }) => type !== 'table').map((beside) => beside.sql),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
