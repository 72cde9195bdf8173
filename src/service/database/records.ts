import { type RawBuilder, sql } from 'kysely'
import { storableJson } from '../../core/storable-text.ts'

export type Column = 'int' | 'text' | 'real'
type Columns = Record<string, Column>

/** Rows that are one bind in a query, and one bind per cell in SQLite. */
export class Records {
  readonly rows: readonly object[]
  /** The columns that all rows have the same value in. They are one bind each, before the others. */
  readonly shared: readonly string[]
  /** The columns of the cells. */
  readonly names: readonly string[]
  /** The number of rows the statement has placeholders for. The surplus is never read. */
  readonly size: number

  constructor(
    rows: readonly object[],
    { shared, names }: { shared: readonly string[]; names: readonly string[] },
    size: number,
  ) {
    this.rows = rows
    this.shared = shared
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
  const records = recordsOf(rows, columns)
  if (!records) return fromJson(rows, columns)
  // The limit also keeps the planner from taking the subquery apart.
  return sql`${textOf(records, columns)} limit ${rows.length})`
}

/** The same without a limit: the planner takes the subquery apart, and reads the values where they are used. */
export function sqliteInlineRecords(
  rows: readonly object[],
  columns: Columns,
): RawBuilder<unknown> {
  const records = recordsOf(rows, columns)
  if (!records) return fromJson(rows, columns)
  if (rows.length === records.size) return sql`${textOf(records, columns)})`
  // Surplus rows have nothing but nulls.
  const filled = records.names.findIndex((name) =>
    (rows as readonly Record<string, unknown>[]).every((row) => (row[name] ?? null) !== null),
  )
  if (filled === -1) return sqliteRecords(rows, columns)
  return sql`${textOf(records, columns)} where ${sql.raw(`column${filled + 1}`)} is not null)`
}

/** Returns undefined for rows that have more cells than a statement has placeholders. */
function recordsOf(rows: readonly object[], columns: Columns): Records | undefined {
  const all = Object.keys(columns)
  const size = sizeFor(rows.length)
  if (size * all.length > maxCells) return undefined
  const shared = sharedColumns(rows, all)
  const names = shared.length === 0 ? all : all.filter((name) => !shared.includes(name))
  return new Records(rows, { shared, names }, size)
}

/** The subquery without its last parenthesis. */
function textOf(records: Records, columns: Columns): RawBuilder<unknown> {
  const { before, after } = textAround(columns, records.shared, records.size)
  return sql`${sql.raw(before)}${records}${sql.raw(after)}`
}

/** Each set of shared columns makes statements of its own, which pays for many rows only. */
const minRowsToShare = 4

/** Returns the columns that all rows have the same value in, but not all columns. */
function sharedColumns(rows: readonly object[], names: readonly string[]): readonly string[] {
  const all = rows as readonly Record<string, unknown>[]
  const [first] = all
  if (!first || rows.length < minRowsToShare) return []
  const shared = names.filter((name) => all.every((row) => row[name] === first[name]))
  return shared.length < names.length ? shared : shared.slice(1)
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
function textAround(columns: Columns, shared: readonly string[], size: number): Text {
  const key = `${size} ${shared.join()} ${Object.entries(columns).join(' ')}`
  const cached = texts.get(key)
  if (cached) return cached
  let cells = 0
  const pick = ([name, type]: [string, Column]): string => {
    const value = shared.includes(name) ? '?' : `column${++cells}`
    // The driver binds every number as a float.
    return `${type === 'int' ? `cast(${value} as integer)` : value} as "${name}"`
  }
  // In the order of the binds.
  const picked = [
    ...shared.map((name) => pick([name, columns[name] as Column])),
    ...Object.entries(columns)
      .filter(([name]) => !shared.includes(name))
      .map(pick),
  ]
  const row = `(${Array(cells).fill('?').join(', ')})`
  const values = Array(size).fill(row).join(', ')
  const whole = `(select ${picked.join(', ')} from (values ${values})`
  const first = whole.indexOf('?')
  const text = { before: whole.slice(0, first), after: whole.slice(first + 1) }
  texts.set(key, text)
  return text
}

function fromJson(rows: readonly object[], columns: Columns): RawBuilder<unknown> {
  const picked = Object.keys(columns).map(
    (name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`,
  )
  return sql`(select ${sql.join(picked)} from json_each(${storableJson(rows)}))`
}
