import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Subject } from './catalogue.ts'
import { isEvent } from './event-store.ts'
import { foldedLetters } from './fold-text.ts'
import type { Asks, Bound, FieldTest, GroupTest, Test } from './tree.ts'

/** The moment that "the last days" are counted from, and the database that is asked. */
export interface Asking {
  db: Executor
  now: number
}

/**
 * A test as one expression. It is true or false of every contact, never NULL: what somebody does not
 * hold is asked for by `exists`, so that "not" turns it round on both databases alike.
 */
export function compileTest(asking: Asking, test: Test): Condition {
  switch (test.kind) {
    case 'group':
      return compileGroup(asking, test)
    case 'event':
      return denyIf(test.denied, isEvent(asking, test))
    case 'field':
      return denyIf(test.denied, isField(asking, test))
  }
}

function compileGroup(asking: Asking, { op, tests }: GroupTest): Condition {
  const inner = tests.map((test) => compileTest(asking, test))
  if (op === 'and') return sql`(${sql.join(inner, sql` and `)})`
  const any: Condition = sql`(${sql.join(inner, sql` or `)})`
  return op === 'or' ? any : sql`not ${any}`
}

const denyIf = (denied: boolean, condition: Condition): Condition =>
  denied ? sql`not (${condition})` : condition

function isField(asking: Asking, { subject, asks }: FieldTest): Condition {
  switch (subject.at) {
    case 'column':
      return isColumn(asking, subject.column, asks)
    case 'values':
      return isValue(asking, subject, asks)
    case 'tags':
      return sql`exists (select 1 from contact_tags t
        where t.contact_id = contacts.id and ${isOne(asking, sql`t.tag`, asks)})`
    case 'lists':
      return sql`exists (select 1 from contacts other
        where other.email_key = contacts.email_key and other.account_id = contacts.account_id
        and ${isOne(asking, sql`other.list_id`, asks)})`
  }
}

type ColumnSubject = Extract<Subject, { at: 'column' }>

/** Text columns are never NULL, but the name may be empty; a time that never came is NULL. */
function isColumn(asking: Asking, name: ColumnSubject['column'], asks: Asks): Condition {
  const column = sql.ref<string | number>(`contacts.${name}`)
  if (name.endsWith('_at')) return sql`(${column} is not null and ${isOne(asking, column, asks)})`
  if (asks.is === 'set') return sql`${column} <> ''`
  return isOne(asking, name === 'source' ? folded(column) : column, asks)
}

function isValue(
  asking: Asking,
  { fieldIds, column, isFolded }: Extract<Subject, { at: 'values' }>,
  asks: Asks,
): Condition {
  const held = sql.ref<string | number>(`v.${column}`)
  // Times of fields are seconds.
  const value = column === 'time' ? sql`(${held} * 1000)` : isFolded ? folded(held) : held
  const holds: Condition = sql`exists (select 1 from contact_values v
    where v.contact_id = contacts.id and v.field_id in (${sql.join(fieldIds)})
    and ${held} is not null ${isFolded ? hasLength(held, asks) : sql``}
    and ${isOne(asking, value, asks)})`
  // PostgreSQL takes folded text for rare, and joins from a few values of which there are many. Said
  // so, it makes a set of them for many contacts and looks each up for a few.
  return isFolded ? sql`(${holds}) is true` : holds
}

/** Folding keeps the length: most values are told apart by it, and need not be folded at all. */
function hasLength(held: Value, asks: Asks): Value {
  if (asks.is !== 'one-of') return sql``
  const lengths = new Set(asks.values.map((value) => [...String(value)].length))
  return sql`and length(${held}) in (${sql.join([...lengths])})`
}

type Value = RawBuilder<unknown>

/** What is asked of one value that is there. */
function isOne(asking: Asking, value: Value, asks: Asks): Condition {
  switch (asks.is) {
    case 'set':
      return sql`true`
    case 'one-of':
      return isOneOf(asking, value, asks.values)
    case 'like':
      return sql`${value} like ${patternOf(asks)} escape '\\'`
    case 'compared':
      return inBounds(value, asks.bounds)
    case 'recent':
      return inBounds(value, recentBounds(asking.now, asks.days))
  }
}

function isOneOf({ db }: Asking, value: Value, values: readonly (string | number)[]): Condition {
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

const dayMs = 86_400_000

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

const patternOf = ({ where, text }: Extract<Asks, { is: 'like' }>): string => {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return `${where === 'starts_with' ? '' : '%'}${literal}${where === 'ends_with' ? '' : '%'}`
}

/** As `foldText` does it; most text is ASCII and takes the short way. */
function folded(value: Value): Value {
  const plain = foldedLetters.reduce<Value>(
    (text, [marked, letter]) => sql`replace(${text}, ${sql.lit(marked)}, ${sql.lit(letter)})`,
    sql`lower(${value})`,
  )
  return sql`case when octet_length(${value}) = length(${value}) then lower(${value}) else ${plain} end`
}
