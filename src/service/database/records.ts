import { type RawBuilder, sql } from 'kysely'

export type Column = 'int' | 'text' | 'real'
type Columns = Record<string, Column>

/** Rows that travel through a query as one bind, and reach SQLite as a bind a cell. */
export class Records {
  readonly rows: readonly object[]
  readonly names: readonly string[]
  /** How many rows the statement has room for: those beyond are never read. */
  readonly size: number

  constructor(rows: readonly object[], names: readonly string[], size: number) {
    this.rows = rows
    this.names = names
    this.size = size
  }
}

/** SQLITE_MAX_VARIABLE_NUMBER is 32,766: the rest is for what stands beside the rows. */
const mostCells = 32_000

/**
 * Rows as SQLite selects from them. A place a cell costs a third of JSON, which it would parse again
 * for every cell; only what has more cells than a statement has places goes as JSON.
 */
export function sqliteRecords(rows: readonly object[], columns: Columns): RawBuilder<unknown> {
  const names = Object.keys(columns)
  const size = sizeFor(rows.length)
  if (size * names.length > mostCells) return fromJson(rows, names)
  const { before, after } = textAround(columns, size)
  const records = new Records(rows, names, size)
  return sql`${sql.raw(before)}${records}${sql.raw(after)} limit ${rows.length})`
}

/** A few sizes for all numbers of rows, so that each statement is prepared once. */
function sizeFor(rows: number): number {
  const size = 2 ** Math.ceil(Math.log2(Math.max(rows, 1)))
  return size > 4 && rows <= size * 0.75 ? size * 0.75 : size
}

interface Text {
  before: string
  after: string
}

const texts = new Map<string, Text>()

/** All but the place of the first cell, which Kysely writes for the bind. */
function textAround(columns: Columns, size: number): Text {
  const key = `${size} ${Object.entries(columns).join(' ')}`
  const known = texts.get(key)
  if (known) return known
  const picked = Object.entries(columns).map(([name, type], at) => {
    const cell = `column${at + 1}`
    // The driver binds every number as a real one.
    return `${type === 'int' ? `cast(${cell} as integer)` : cell} as "${name}"`
  })
  const others = ', ?'.repeat(picked.length - 1)
  const text = {
    before: `(select ${picked.join(', ')} from (values (`,
    after: `${others})${`, (?${others})`.repeat(size - 1)})`,
  }
  texts.set(key, text)
  return text
}

function fromJson(rows: readonly object[], names: readonly string[]): RawBuilder<unknown> {
  const picked = names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(picked)} from json_each(${JSON.stringify(rows)}))`
}
