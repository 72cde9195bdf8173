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
  /** The number of rows the statement has placeholders for. The surplus is left out. */
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
  return sql(fragmentsOf(records, columns, 'limit'), records, rows.length)
}

/** The same without a limit: the planner takes the subquery apart, and reads the values where they are used. */
export function sqliteInlineRecords(
  rows: readonly object[],
  columns: Columns,
): RawBuilder<unknown> {
  const records = recordsOf(rows, columns)
  if (!records) return fromJson(rows, columns)
  // A column without nulls tells the rows from the surplus, which is all null.
  const filled = records.names.findIndex((name) =>
    (rows as readonly Record<string, unknown>[]).every((row) => (row[name] ?? null) !== null),
  )
  if (filled === -1) return sqliteRecords(rows, columns)
  return sql(fragmentsOf(records, columns, { filled }), records)
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

/** How a statement leaves out surplus rows: by their number, or because a column, by its index, is null in them. */
type SurplusRule = 'limit' | { filled: number }

const knownFragments = new Map<string, TemplateStringsArray>()

/** The text around the records, and around the limit, as a template of `sql` has them. */
function fragmentsOf(
  { shared, names, size }: Records,
  columns: Columns,
  rule: SurplusRule,
): TemplateStringsArray {
  let key = `${rule === 'limit' ? rule : rule.filled} ${size}`
  for (const name of shared) key += ` ${name}=${columns[name]}`
  for (const name of names) key += ` ${name} ${columns[name]}`
  const known = knownFragments.get(key)
  if (known) return known
  // The driver binds every number as a float.
  const pick = (name: string, value: string) =>
    `${columns[name] === 'int' ? `cast(${value} as integer)` : value} as "${name}"`
  // In the order of the binds.
  const picked = [
    ...shared.map((name) => pick(name, '?')),
    ...names.map((name, index) => pick(name, `column${index + 1}`)),
  ]
  const row = `(${Array(names.length).fill('?').join(', ')})`
  const text = `(select ${picked.join(', ')} from (values ${Array(size).fill(row).join(', ')})`
  // Kysely writes the first placeholder itself.
  const first = text.indexOf('?')
  const [before, after] = [text.slice(0, first), text.slice(first + 1)]
  const strings =
    rule === 'limit'
      ? [before, `${after} limit `, ')']
      : [before, `${after} where column${rule.filled + 1} is not null)`]
  const fragments = Object.assign(strings, { raw: strings })
  knownFragments.set(key, fragments)
  return fragments
}

function fromJson(rows: readonly object[], columns: Columns): RawBuilder<unknown> {
  const picked = Object.keys(columns).map(
    (name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`,
  )
  return sql`(select ${sql.join(picked)} from json_each(${storableJson(rows)}))`
}
