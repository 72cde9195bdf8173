import { type Kysely, sql } from 'kysely'

/**
 * Rebuilds a table with its indexes and triggers: the only way in SQLite to drop a key or a column
 * with a key. `edit` changes the text of its definition.
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
    // Ids of deleted rows live on in links of sent mail. They must never be reused.
    `delete from sqlite_sequence where name = '${anew}'`,
    `insert into sqlite_sequence (name, seq)
      select '${anew}', seq from sqlite_sequence where name = '${table}'`,
    `drop table ${table}`,
    `alter table ${anew} rename to ${table}`,
    ...made.filter(({ type }) => type !== 'table').map((object) => object.sql),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
