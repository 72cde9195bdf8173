import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from './dialect.ts'

type Cell = number | string | Uint8Array | null
export type Row = Record<string, Cell>

/**
 * A table as SQLite declares it. The PostgreSQL table has the same columns, in PostgreSQL's types.
 */
export interface Table {
  name: string
  columns: readonly { name: string; type: 'integer' | 'text' | 'real' | 'blob' }[]
  /**
   * The columns of the primary key, in order. They sort the rows the same way in both databases.
   */
  key: readonly string[]
}

/** The size of one statement: a few rows of messages and attachments, or thousands of contacts. */
const pageBytes = 4 * 2 ** 20
const firstRows = 16
const maxRows = 2000
/** The approximate size of a number. */
const numberBytes = 8

/** Reads all rows of a table in the order of its key, a few megabytes at a time. */
export async function* pagesOf(db: Executor, table: Table): AsyncGenerator<Row[]> {
  let limit = firstRows
  let after: Row | undefined
  for (;;) {
    const rows = await readPage(db, table, { after, limit })
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)
    const fitting = Math.floor((rows.length * pageBytes) / sizeOf(table, rows))
    limit = Math.max(1, Math.min(fitting, limit * 4, maxRows))
  }
}

async function readPage(
  db: Executor,
  { name, columns, key }: Table,
  { after, limit }: { after: Row | undefined; limit: number },
): Promise<Row[]> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  const keyColumns = sql.join(key.map((column) => sql.ref(column)))
  const afterRow = after
    ? sql`where (${keyColumns}) > (${sql.join(key.map((column) => after[column]))})`
    : sql``
  const { rows } = await sql<Row>`
    select ${names} from ${sql.table(name)} ${afterRow} order by ${keyColumns} limit ${limit}
  `.execute(db)
  return rows
}

function sizeOf({ columns }: Table, rows: readonly Row[]): number {
  const cells = rows.flatMap((row) => columns.map(({ name }) => row[name]))
  const sizes = cells.map((cell) =>
    typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : numberBytes,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

export interface TableDigest {
  rows: number
  /** A hash over every cell of every row. */
  digest: string
}

/** Hashes a table row by row, so that the page size does not change the result. */
export function createTableDigest({ columns }: Table) {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) {
        hash.update(JSON.stringify(columns.map(({ name }) => toJsonCell(row[name] ?? null))))
      }
      count += rows.length
    },
    end: (): TableDigest => ({ rows: count, digest: hash.digest('hex') }),
  }
}

const toJsonCell = (cell: Cell): Cell =>
  cell instanceof Uint8Array ? Buffer.from(cell).toString('base64') : cell
