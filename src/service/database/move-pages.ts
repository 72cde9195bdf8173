import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from './dialect.ts'

export type Cell = number | string | Uint8Array | null
export type Row = Record<string, Cell>

/** A table as SQLite declares it: the same columns are on the other side, in PostgreSQL's types. */
export interface Table {
  name: string
  columns: readonly { name: string; type: 'integer' | 'text' | 'real' | 'blob' }[]
  /** The columns of its primary key, in that order: they order the rows alike on both sides. */
  key: readonly string[]
}

/** What one statement carries; messages and attachments are a few rows of it, contacts thousands. */
const pageBytes = 4 * 2 ** 20
const firstRows = 16
const mostRows = 2000
/** Of a number, about. */
const numberBytes = 8

/** All rows of a table in the order of its key, some megabytes at a time. */
export async function* pagesOf(db: Executor, table: Table): AsyncGenerator<Row[]> {
  let limit = firstRows
  let after: Row | undefined
  for (;;) {
    const rows = await readPage(db, table, { after, limit })
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)
    const fitting = Math.floor((rows.length * pageBytes) / sizeOf(table, rows))
    limit = Math.max(1, Math.min(fitting, limit * 4, mostRows))
  }
}

async function readPage(
  db: Executor,
  { name, columns, key }: Table,
  { after, limit }: { after: Row | undefined; limit: number },
): Promise<Row[]> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  const place = sql.join(key.map((column) => sql.ref(column)))
  const behind = after
    ? sql`where (${place}) > (${sql.join(key.map((column) => after[column]))})`
    : sql``
  const { rows } = await sql<Row>`
    select ${names} from ${sql.table(name)} ${behind} order by ${place} limit ${limit}
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

export interface Sum {
  rows: number
  /** Over every cell of every row. */
  digest: string
}

/** Adds up a table row by row, so that it is the same however its pages fall. */
export function createSum({ columns }: Table) {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) {
        hash.update(JSON.stringify(columns.map(({ name }) => readable(row[name] ?? null))))
      }
      count += rows.length
    },
    end: (): Sum => ({ rows: count, digest: hash.digest('hex') }),
  }
}

const readable = (cell: Cell): Cell =>
  cell instanceof Uint8Array ? Buffer.from(cell).toString('base64') : cell
