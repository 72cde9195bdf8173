import { type RawBuilder, sql } from 'kysely'
import { deleteContactRows } from '../contacts/table/change-store.ts'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { OwnedRows } from '../database/owned-tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { deleteImageRows } from './images-store.ts'

/** Rows with several indexes: a slice of a thousand would block the writer for too long. */
export const purgeSlice = 500

/** The columns that identify a row. */
export type RowKey = Readonly<Record<string, number | string>>

/** Returns the keys of a slice of rows. `after` is an id: it continues a scan of the table. */
export async function selectKeys(
  reader: Executor,
  { table, keyColumns, sliceSize = purgeSlice, isScanned }: OwnedRows,
  { condition, after }: { condition: Condition; after: number },
): Promise<RowKey[]> {
  const next = isScanned ? sql`id > ${after}` : sql`true`
  const { rows } = await sql<RowKey>`
    select ${columnsOf(keyColumns)} from ${sql.table(table)} where ${condition} and ${next}
    ${isScanned ? sql`order by id` : sql``} limit ${sliceSize}
  `.execute(reader)
  return rows
}

export async function deleteRows(
  db: Executor,
  { table, keyColumns }: OwnedRows,
  keys: readonly RowKey[],
): Promise<void> {
  const { records, countsFigures } = dialectOf(db)
  const source = records(keys, keyColumns)
  const columns = columnsOf(keyColumns)
  const those = sql<boolean>`(${columns}) in (select ${columns} from ${source} as r)`
  if (table === 'contacts') await inTransaction(db, (tx) => deleteContactRows(tx, those))
  else if (table === 'media') await inTransaction(db, (tx) => deleteImageRows(tx, those))
  // Figures are deleted with their campaign, and need not be counted down before.
  else await sql`delete from ${sql.table(table)} where ${those} and ${countsFigures}`.execute(db)
}

const columnsOf = (keyColumns: OwnedRows['keyColumns']): RawBuilder<unknown> =>
  sql.join(Object.keys(keyColumns).map((name) => sql.ref(name)))

export const isEqual = (column: string, id: number): Condition => sql`${sql.ref(column)} = ${id}`

export const isOneOf = (db: Executor, column: string, ids: readonly number[]): Condition =>
  sql`${sql.ref(column)} in (select owner from ${dialectOf(db).records(
    ids.map((owner) => ({ owner })),
    { owner: 'int' },
  )} as o)`
