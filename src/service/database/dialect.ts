import {
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { arrayLiteral } from './postgres/array-literal.ts'
import { isUnavailable } from './postgres/client.ts'
import { type Column, sqliteInlineRecords, sqliteRecords } from './records.ts'
import type { Tables } from './schema.ts'

/**
 * The database or an open transaction. A store receives it as its first argument and never opens a
 * transaction itself.
 */
export type Executor = Kysely<Tables>

/** Everything in which SQLite and PostgreSQL differ for the same query. */
export interface Dialect {
  name: 'sqlite' | 'postgres'
  /** Only one process at a time can open the database. */
  isOneProcess: boolean
  /**
   * Writing transactions run one after another, so they commit in the order in which they start.
   */
  isInOrder: boolean
  /** The types and clauses of a table definition. */
  ddl: { id: string; int: string; text: string; real: string; blob: string; end: string }
  /** Rows as one bind, for a `from` clause: `from ${records(rows, { email: 'text' })} as r`. */
  records(rows: readonly object[], columns: Record<string, Column>): RawBuilder<unknown>
  /**
   * The same, in half of the time on SQLite, for statements that read nothing else, that join by the integer primary
   * key of a table, or that use the rows as a list: `where (account_id, id) in (select …)`. In other joins, SQLite may
   * read the whole other table first.
   */
  inlineRecords(rows: readonly object[], columns: Record<string, Column>): RawBuilder<unknown>
  /** Skips rows that another worker is claiming. */
  skipLocked<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  /** Keeps the rows from being deleted until the transaction ends. */
  keepRows<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  /** Locks the rows, and waits for transactions that keep them. */
  lockRows<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  /** The time of the database in milliseconds, the same for all processes. */
  now: RawBuilder<number>
  /** The part of a text before the first `mark`, or the whole text. */
  before(text: RawBuilder<unknown>, mark: string): RawBuilder<string>
  /** Whether a word of a name, other than the first, starts with the search text. */
  containsLaterWords(name: RawBuilder<unknown>, text: string): RawBuilder<SqlBool>
  /** The rows of a counter that this connection adds to. Several share the work of many connections. */
  counterSlot: RawBuilder<number>
  /**
   * A condition for statements that write contacts and count them themselves. It is always true. On
   * PostgreSQL it tells triggers, which count for programs of an earlier version, to do nothing until
   * the transaction ends.
   */
  countsItself: RawBuilder<SqlBool>
  /**
   * The beginning of a clause for rows that are there already. PostgreSQL finds the key by its name, so a
   * later version can give it other columns while programs of this one go on.
   */
  onConflict(key: string, columns: readonly string[]): RawBuilder<unknown>
  /** The same for statements that write what the figures of campaigns are counted from. */
  countsFigures: RawBuilder<SqlBool>
  /** The words after the first are in a table, `contacts_words`. Otherwise an index finds them. */
  hasWordTable: boolean
  isUniqueViolation(error: unknown): boolean
  /** The database aborted this transaction because of another one: a deadlock, or a serialization failure. */
  isConflict(error: unknown): boolean
  isFull(error: unknown): boolean
  /** The database cannot be reached or cannot write. The same statement would succeed later. */
  isDown(error: unknown): boolean
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

export const sqlite: Dialect = {
  name: 'sqlite',
  isOneProcess: true,
  isInOrder: true,
  ddl: {
    id: 'integer primary key autoincrement',
    int: 'integer',
    text: 'text',
    real: 'real',
    blob: 'blob',
    end: 'strict',
  },
  records: sqliteRecords,
  inlineRecords: sqliteInlineRecords,
  skipLocked: (query) => query,
  // Writing transactions run one after another.
  keepRows: (query) => query,
  lockRows: (query) => query,
  now: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  before: (text, mark) => sql`substr(${text}, 1, instr(${text} || ${mark}, ${mark}) - 1)`,
  containsLaterWords: (name, text) => sql`instr(${name}, ${` ${text}`}) > 0`,
  counterSlot: sql`0`,
  countsItself: sql`true`,
  onConflict: (_, columns) =>
    sql`on conflict (${sql.join(columns.map((column) => sql.ref(column)))})`,
  countsFigures: sql`true`,
  hasWordTable: true,
  isUniqueViolation: (error) =>
    error instanceof Error && error.message.includes('UNIQUE constraint failed'),
  isConflict: () => false,
  isFull: (error) =>
    error instanceof Error && /database or disk is full|disk I\/O error/.test(error.message),
  isDown: (error) =>
    error instanceof Error &&
    /disk is full|disk I\/O|is locked|is closed|unable to open|readonly database/.test(
      error.message,
    ),
}

/** Matches all words, the last one as a prefix. */
const asQuery = (words: readonly string[]): string =>
  `${words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}'`).join(' & ')}:*`

/** An array for each column takes a third of the bytes of JSON, and less time on both sides. */
function postgresRecords(
  rows: readonly object[],
  columns: Record<string, Column>,
): RawBuilder<unknown> {
  const cells = Object.entries(columns).map(([name, type]) => {
    const values = rows.map((row) => (row as Record<string, unknown>)[name]) // checked by its type there
    return sql`${arrayLiteral(values)}::${sql.raw(postgresTypes[type])}[]`
  })
  const names = Object.keys(columns).map((name) => sql.ref(name))
  // Without the limit, the planner expects a hundred rows, and reads a whole table of some thousand for six.
  return sql`(select * from unnest(${sql.join(cells)}) as r(${sql.join(names)})
    limit ${rows.length})`
}

const postgresTypes = { int: 'bigint', text: 'text', real: 'double precision' }

export const postgres: Dialect = {
  name: 'postgres',
  isOneProcess: false,
  isInOrder: false,
  ddl: {
    id: 'bigint generated by default as identity primary key',
    int: 'bigint',
    // The same order as in SQLite, so that keyset cursors mean the same in both databases.
    text: 'text collate "C"',
    real: 'double precision',
    blob: 'bytea',
    end: '',
  },
  records: postgresRecords,
  inlineRecords: postgresRecords,
  skipLocked: (query) => query.forUpdate().skipLocked(),
  keepRows: (query) => query.forKeyShare(),
  lockRows: (query) => query.forUpdate(),
  now: sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
  before: (text, mark) => sql`split_part(${text}, ${mark}, 1)`,
  // The index `contacts_words` finds the candidates, and `like` checks the order of their words. It
  // also tells the planner when a name is common: then a page comes from the ordered index at once.
  containsLaterWords(name, text) {
    const pattern = `% ${text.replace(/[\\%_]/g, '\\$&')}%`
    const matches = sql<SqlBool>`${name} like ${pattern} escape '\\'`
    const words = [...text].slice(0, 500).join('').split(' ').filter(Boolean)
    return words.length === 0
      ? matches
      : sql`(array_to_tsvector(array_remove((string_to_array(left(${name}, 500), ' '))[2:], ''))
          @@ ${asQuery(words)}::tsquery and ${matches})`
  },
  counterSlot: sql`pg_backend_pid() % 64`,
  countsItself: sql`(select set_config('remite.counts_itself', 'yes', true)) is not null`,
  onConflict: (key) => sql`on conflict on constraint ${sql.ref(key)}`,
  countsFigures: sql`(select set_config('remite.counts_figures', 'yes', true)) is not null`,
  hasWordTable: false,
  isUniqueViolation: (error) => codeOf(error) === '23505',
  isConflict: (error) => ['40P01', '40001'].includes(codeOf(error)),
  isFull: (error) => codeOf(error) === '53100',
  // Also too few resources, a stop by the operator, and conflicts with other transactions.
  isDown: (error) => isUnavailable(error) || /^(25006|40|53|55P03|57|58)/.test(codeOf(error)),
}

/** The server ended a statement that took too long. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014'

/** The statement was refused because an earlier one of the transaction has failed. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02'

/** Another transaction holds a lock for too long. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** Whether the error says that the disk of a database, of either kind, is full. */
export const isStorageFull = (error: unknown): boolean =>
  sqlite.isFull(error) || postgres.isFull(error)

/** Whether the error is of a database, of either kind, and not of the work. */
export const isDatabaseDown = (error: unknown): boolean =>
  sqlite.isDown(error) || postgres.isDown(error)

export const dialectOf = (db: Executor): Dialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
