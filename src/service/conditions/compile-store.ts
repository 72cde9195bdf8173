import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import type { ValueSource } from './catalogue.ts'
import { isCustomEvent } from './custom-event-store.ts'
import { isEvent } from './event-store.ts'
import type { Predicate } from './predicate.ts'
import { type CompileContext, folded, matchesPredicate, type Value } from './predicate-store.ts'
import type { FieldTest, GroupTest, Test } from './tree.ts'

/** A condition of a query that reads all contacts of a list, with the joins that it needs. */
export interface JoinedCondition {
  joins: RawBuilder<unknown>
  condition: Condition
}

/**
 * Compiles a test for a query that reads all contacts of a list. Events are then grouped by person
 * once, in a join. As a subquery, PostgreSQL would run them again for each contact as soon as the
 * people do not fit into `work_mem`.
 */
export function compileForAll(context: CompileContext, test: Test): JoinedCondition {
  const { joins, conditions } = compileEachForAll(context, [test])
  return { joins, condition: sql`${sql.join(conditions)}` }
}

/** The same for several tests that one query answers. */
export function compileEachForAll(
  context: CompileContext,
  tests: readonly Test[],
): { joins: RawBuilder<unknown>; conditions: Condition[] } {
  const joins: RawBuilder<unknown>[] = []
  const conditions = tests.map((test) => compileTest({ ...context, joins }, test))
  return { joins: sql`${sql.join(joins, sql` `)}`, conditions }
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
    case 'custom':
      return negateIf(test.isNegated, isCustomEvent(context, test))
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
