import { sql } from 'kysely'
import type { Condition } from '../../database/condition.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { Tables } from '../../database/schema.ts'

/** Columns with texts in which an address may stand as it was typed. */
interface TextColumns {
  table: keyof Tables
  keyColumns: Readonly<Record<string, 'int' | 'text'>>
  columns: readonly string[]
  condition: Condition
}

export type RowKey = Readonly<Record<string, number | string>>

export interface TextRow {
  key: RowKey
  /** By column. */
  texts: Readonly<Record<string, string | null>>
}

const pageSize = 1000

/** Returns the next rows in which `part` occurs, whatever its case. `part` is ASCII. */
export async function selectTextRows(
  db: Executor,
  { table, keyColumns, columns, condition }: TextColumns,
  { part, after }: { part: string; after: RowKey | undefined },
): Promise<TextRow[]> {
  const keys = Object.keys(keyColumns)
  const pattern = `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const contains = columns.map(
    (column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`,
  )
  const keyList = sql.join(keys.map((key) => sql.ref(key)))
  const isAfter = after
    ? sql`(${keyList}) > (${sql.join(keys.map((key) => after[key]))})`
    : sql`true`
  const { rows } = await sql<Record<string, number | string | null>>`
    select ${sql.join([...keys, ...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${condition} and ${isAfter} and (${sql.join(contains, sql` or `)})
    order by ${keyList} limit ${pageSize}
  `.execute(db)
  return rows.map((row) => ({
    key: Object.fromEntries(keys.map((key) => [key, row[key] ?? 0])),
    texts: Object.fromEntries(columns.map((column) => [column, textOf(row[column])])),
  }))
}

const textOf = (value: number | string | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

const isRow = (key: RowKey): Condition =>
  sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )

export async function updateTexts(
  tx: Executor,
  table: keyof Tables,
  { key, texts }: TextRow,
): Promise<void> {
  const changes = Object.entries(texts).map(([column, text]) => sql`${sql.ref(column)} = ${text}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isRow(key)}`.execute(tx)
}

export async function deleteTextRows(
  tx: Executor,
  { table, keyColumns }: Pick<TextColumns, 'table' | 'keyColumns'>,
  keys: readonly RowKey[],
): Promise<void> {
  if (keys.length === 0) return
  const names = Object.keys(keyColumns)
  const isEqual = names.map((name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`r.${name}`)}`)
  await sql`
    delete from ${sql.table(table)} where exists (
      select 1 from ${dialectOf(tx).records(keys, keyColumns)} as r
      where ${sql.join(isEqual, sql` and `)}
    )
  `.execute(tx)
}

export const isOfAccount = (accountId: number): Condition => sql`account_id = ${accountId}`

export const isInJobOf = (accountId: number): Condition =>
  sql`job_id in (select id from jobs where account_id = ${accountId})`

export const isHandled: Condition = sql`handled_at is not null`

/** Whether a message is in the inbox of the account, or in that of a sandbox service. */
export const isInInboxOf = (accountId: number): Condition => sql`account_id in (0, ${accountId})`

/** Returns the messages of the service with these ids, as the export shows them. */
export const selectServiceMessages = (db: Executor, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('messages')
        .select(['kind', 'subject', 'created_at', 'sent_at'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
