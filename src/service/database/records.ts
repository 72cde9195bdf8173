import { type RawBuilder, sql } from 'kysely'
import { storableJson } from '../../core/storable-text.ts'

export type Column = 'int' | 'text' | 'real'
type Columns = Record<string, Column>

/** Rows that are one bind in a query, and one bind per cell in SQLite. */
export class Records {
  readonly rows: readonly object[]
  readonly names: readonly string[]
  /** The number of rows the statement has placeholders for. The surplus is never read. */
  readonly size: number

  constructor(rows: readonly object[], names: readonly string[], size: number) {
    this.rows = rows
    this.names = names
    this.size = size
  }
}

/** SQLITE_MAX_VARIABLE_NUMBER is 32,766. The rest is for the other binds of the statement. */
const maxCells = 32_000

/**
 * Rows as an SQLite subquery. One placeholder per cell costs a third of JSON, which SQLite would
 * parse again for every cell. Only rows with more cells than a statement has placeholders travel as
 * JSON.
 */
export function sqliteRecords(rows: readonly object[], columns: Columns): RawBuilder<unknown> {
  const names = Object.keys(columns)
  const size = sizeFor(rows.length)
  if (size * names.length > maxCells) return fromJson(rows, names)
  const { before, after } = textAround(columns, size)
  const records = new Records(rows, names, size)
  return sql`${sql.raw(before)}${records}${sql.raw(after)} limit ${rows.length})`
}

/** Rounds the number of rows up to a few sizes, so that each statement is prepared once. */
function sizeFor(rows: number): number {
  const size = 2 ** Math.ceil(Math.log2(Math.max(rows, 1)))
  return size > 4 && rows <= size * 0.75 ? size * 0.75 : size
}

interface Text {
  before: string
  after: string
}

const texts = new Map<string, Text>()

/** The text around the first placeholder, which Kysely writes itself. */
function textAround(columns: Columns, size: number): Text {
  const key = `${size} ${Object.entries(columns).join(' ')}`
  const cached = texts.get(key)
  if (cached) return cached
  const picked = Object.entries(columns).map(([name, type], index) => {
    const cell = `column${index + 1}`
    // The driver binds every number as a float.
    return `${type === 'int' ? `cast(${cell} as integer)` : cell} as "${name}"`
  })
  const placeholders = ', ?'.repeat(picked.length - 1)
  const text = {
    before: `(select ${picked.join(', ')} from (values (`,
    after: `${placeholders})${`, (?${placeholders})`.repeat(size - 1)})`,
  }
  texts.set(key, text)
  return text
}

function fromJson(rows: readonly object[], names: readonly string[]): RawBuilder<unknown> {
  const picked = names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(picked)} from json_each(${storableJson(rows)}))`
}
