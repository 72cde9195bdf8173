import { sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import { propertyReader } from './json-store.ts'
import { type CompileContext, folded, matchesPredicate, type Value } from './predicate-store.ts'
import type { PropertyTest } from './property-filter.ts'
import type { SumTest } from './tree.ts'

const properties = sql`e.properties`

/** Compiles whether an event `e` matches a filter on a property. Never NULL. */
export function matchesFilter(context: CompileContext, filter: PropertyTest): Condition {
  const { place, type, predicate, isNegated } = filter
  const read = propertyReader(context.db)
  const holds = (value: Value): Condition => {
    const compared = type === 'text' && predicate.is !== 'set' ? folded(value) : value
    return sql`(${value} is not null and ${matchesPredicate(context, compared, predicate)})`
  }
  const matches = (): Condition => {
    if (place.at === 'column') {
      return holds(place.column === 'value' ? sql`e.value` : sql`nullif(e.currency, '')`)
    }
    if (place.entry === undefined) return holds(read.member(properties, place.key, type))
    const entry = entryValue(context, place.entry, type)
    return sql`exists (select 1 from ${read.entries(place.key)} where ${holds(entry)})`
  }
  return isNegated ? sql`not ${matches()}` : matches()
}

/** Compiles the value of an entry `x` of a list, or of a key in it. */
function entryValue({ db }: CompileContext, key: string, type: PropertyTest['type']): Value {
  const read = propertyReader(db)
  return key === '' ? read.entry(type) : read.member(read.entryObject, key, type)
}

/** Compiles what an event `e` adds to a sum. */
export function valueOfSum(context: CompileContext, { place, type, currency }: SumTest): Value {
  if (place.at === 'column') {
    return sql`case when e.currency = ${currency} then coalesce(e.value, 0) else 0 end`
  }
  const read = propertyReader(context.db)
  const inCurrency = (amount: Value, own: Value) =>
    type === 'money' ? sql`case when ${own} = ${currency} then ${amount} end` : amount
  const { key, entry } = place
  if (entry === undefined) {
    const amount = read.member(properties, key, type)
    return sql`coalesce(${inCurrency(amount, read.currency(properties, key))}, 0)`
  }
  const own = entry === '' ? read.entryCurrency : read.currency(read.entryObject, entry)
  const amount = inCurrency(entryValue(context, entry, type), own)
  return sql`coalesce((select sum(${amount}) from ${read.entries(key)}), 0)`
}
