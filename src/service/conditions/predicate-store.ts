import { type RawBuilder, sql } from 'kysely'
import { foldedLetters } from '../../core/fold-text.ts'
import { dayMs } from '../../core/time.ts'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Bound, Predicate } from './predicate.ts'
import type { Period } from './tree.ts'

/** The time that relative periods end at, and the database to compile for. */
export interface CompileContext {
  db: Executor
  now: number
  /** Collects joins. Present if all contacts of a list are tested; otherwise each one is looked up. */
  joins?: RawBuilder<unknown>[]
}

export type Value = RawBuilder<unknown>

/** Compiles a predicate on one existing value. */
export function matchesPredicate(
  context: CompileContext,
  value: Value,
  predicate: Predicate,
): Condition {
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
export function folded(value: Value): Value {
  const plain = foldedLetters.reduce<Value>(
    (text, [marked, letter]) => sql`replace(${text}, ${sql.lit(marked)}, ${sql.lit(letter)})`,
    sql`lower(${value})`,
  )
  return sql`case when octet_length(${value}) = length(${value}) then lower(${value}) else ${plain} end`
}

/** The ends of a period in milliseconds, both inclusive; an open one is absent. */
export function endsOf(period: Period, now: number): { from?: number; to?: number } {
  if ('days' in period) return { from: now - period.days * dayMs }
  // To the millisecond: `before 30d` is true where `in 30d` is false.
  return 'beforeDays' in period ? { to: now - period.beforeDays * dayMs - 1 } : period
}
