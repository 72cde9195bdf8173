import { type RawBuilder, sql } from 'kysely'
import { foldedLetters } from '../../core/fold-text.ts'
import { dayMs } from '../../core/time.ts'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ValueSource } from './catalogue.ts'
import { isEvent } from './event-store.ts'
import type { Bound, FieldTest, GroupTest, Predicate, Test } from './tree.ts'

/** The time that relative periods end at, and the database to compile for. */
interface CompileContext {
  db: Executor
  now: number
}

/**
 * Compiles a test to one SQL expression. It is true or false for every contact, never NULL: missing
 * values are tested with `exists`, so that `not` negates it on both databases.
 */
export function compileTest(context: CompileContext, test: Test): Condition {
  switch (test.kind) {
    case 'group':
      return compileGroup(context, test)
    case 'event':
      return negateIf(test.isNegated, isEvent(context, test))
    case 'field':
      return negateIf(test.isNegated, isField(context, test))
  }
}

function compileGroup(context: CompileContext, { op, tests }: GroupTest): Condition {
  const inner = tests.map((test) => compileTest(context, test))
  if (op === 'and') return sql`(${sql.join(inner, sql` and `)})`
  const any: Condition = sql`(${sql.join(inner, sql` or `)})`
  return op === 'or' ? any : sql`not ${any}`
}

const negateIf = (isNegated: boolean, condition: Condition): Condition =>
  isNegated ? sql`not (${condition})` : condition

function isField(context: CompileContext, { source, predicate }: FieldTest): Condition {
  switch (source.at) {
    case 'column':
      return isColumn(context, source.column, predicate)
    case 'values':
      return isValue(context, source, predicate)
    case 'tags':
      return sql`exists (select 1 from contact_tags t
        where t.contact_id = contacts.id and ${matchesPredicate(context, sql`t.tag`, predicate)})`
    case 'lists':
      return sql`exists (select 1 from contacts other
        where other.email_key = contacts.email_key and other.account_id = contacts.account_id
        and ${matchesPredicate(context, sql`other.list_id`, predicate)})`
  }
}

type ColumnSubject = Extract<ValueSource, { at: 'column' }>

/**
 * Text columns are never NULL, but the name may be empty. Times are NULL if the event did not
 * happen.
 */
function isColumn(
  context: CompileContext,
  name: ColumnSubject['column'],
  predicate: Predicate,
): Condition {
  const column = sql.ref<string | number>(`contacts.${name}`)
  if (name.endsWith('_at'))
    return sql`(${column} is not null and ${matchesPredicate(context, column, predicate)})`
  if (predicate.is === 'set') return sql`${column} <> ''`
  return matchesPredicate(context, name === 'source' ? folded(column) : column, predicate)
}

function isValue(
  context: CompileContext,
  { fieldIds, column, isFolded }: Extract<ValueSource, { at: 'values' }>,
  predicate: Predicate,
): Condition {
  const stored = sql.ref<string | number>(`v.${column}`)
  // Fields store times in seconds.
  const value = column === 'time' ? sql`(${stored} * 1000)` : isFolded ? folded(stored) : stored
  const holds: Condition = sql`exists (select 1 from contact_values v
    where v.contact_id = contacts.id and v.field_id in (${sql.join(fieldIds)})
    and ${stored} is not null ${isFolded ? hasLength(stored, predicate) : sql``}
    and ${matchesPredicate(context, value, predicate)})`
  // PostgreSQL underestimates how many rows match folded text and picks a slow join. With `is true`
  // it hashes the matches for many contacts and looks them up one by one for a few.
  return isFolded ? sql`(${holds}) is true` : holds
}

/**
 * Compares lengths first. Folding does not change the length, so most values need not be folded.
 */
function hasLength(stored: Value, predicate: Predicate): Value {
  if (predicate.is !== 'one-of') return sql``
  const lengths = new Set(predicate.values.map((value) => [...String(value)].length))
  return sql`and length(${stored}) in (${sql.join([...lengths])})`
}

type Value = RawBuilder<unknown>

/** Compiles a predicate on one existing value. */
function matchesPredicate(context: CompileContext, value: Value, predicate: Predicate): Condition {
  switch (predicate.is) {
    case 'set':
      return sql`true`
    case 'one-of':
      return equalsOneOf(context, value, predicate.values)
    case 'like':
      return sql`${value} like ${patternOf(predicate)} escape '\\'`
    case 'compared':
      return inBounds(value, predicate.bounds)
    case 'recent':
      return inBounds(value, recentBounds(context.now, predicate.days))
  }
}

function equalsOneOf(
  { db }: CompileContext,
  value: Value,
  values: readonly (string | number)[],
): Condition {
  const [first] = values
  if (values.length === 1) return sql`${value} = ${first}`
  const column = typeof first === 'number' ? 'real' : 'text'
  const rows = dialectOf(db).records(
    values.map((wanted) => ({ wanted })),
    { wanted: column },
  )
  return sql`${value} in (select wanted from ${rows} as r)`
}

const inBounds = (value: Value, bounds: readonly Bound[]): Condition =>
  sql`${sql.join(
    bounds.map(([comparison, bound]) => sql`${value} ${sql.raw(comparison)} ${bound}`),
    sql` and `,
  )}`

const recentBounds = (now: number, days: number): Bound[] =>
  days > 0
    ? [
        ['>=', now - days * dayMs],
        ['<=', now],
      ]
    : [
        ['>=', now],
        ['<=', now - days * dayMs],
      ]

const patternOf = ({ where, text }: Extract<Predicate, { is: 'like' }>): string => {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return `${where === 'starts_with' ? '' : '%'}${literal}${where === 'ends_with' ? '' : '%'}`
}

/** Folds text like `foldText`. Most text is ASCII and takes the short path. */
function folded(value: Value): Value {
  const plain = foldedLetters.reduce<Value>(
    (text, [marked, letter]) => sql`replace(${text}, ${sql.lit(marked)}, ${sql.lit(letter)})`,
    sql`lower(${value})`,
  )
  return sql`case when octet_length(${value}) = length(${value}) then lower(${value}) else ${plain} end`
}
