import { sql } from 'kysely'
import type { PropertyType } from '../../contract/shapes/custom-event.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Value } from './predicate-store.ts'

/** Reads the JSON of properties. Both databases do this with functions of their own. */
interface PropertyReader {
  /** The value of a key in the form in which predicates compare it; NULL without one. */
  member(object: Value, key: string, type: PropertyType): Value
  /** The currency of an amount of money. */
  currency(object: Value, key: string): Value
  /** The entries of a list of an event `e`, as `x` in a `from` clause. */
  entries(key: string): Value
  /** The entry `x` itself as an object, for `member`. NULL if it is none. */
  entryObject: Value
  /** The entry `x` as a value. */
  entry(type: PropertyType): Value
  entryCurrency: Value
}

export const propertyReader = (db: Executor): PropertyReader => readers[dialectOf(db).name]

/** Other keys cannot be written in a path of SQLite. */
const isPlain = (key: string): boolean => /^[\p{L}\p{N}_ -]+$/u.test(key)

const pathOf = (...keys: readonly string[]): string => `$${keys.map((key) => `."${key}"`).join('')}`

/** Returns the value of a key, or a part of it. */
const sqliteMember = (object: Value, key: string, ...parts: readonly string[]): Value => {
  if (isPlain(key)) return sql`json_extract(${object}, ${pathOf(key, ...parts)})`
  const member = sql`(select j.value from json_each(${object}) j where j.key = ${key})`
  return parts.length === 0 ? member : sql`json_extract(${member}, ${pathOf(...parts)})`
}

const sqliteTime = (text: Value): Value =>
  sql`cast(round(unixepoch(${text}, 'subsec') * 1000) as integer)`

const sqliteTypes = {
  text: sql`'text'`,
  date: sql`'text'`,
  number: sql`'integer', 'real'`,
  boolean: sql`'true', 'false'`,
  money: sql`'object'`,
  list: sql`'array'`,
}

const sqlite: PropertyReader = {
  member(object, key, type) {
    if (type === 'money') return sqliteMember(object, key, 'amount')
    const value = sqliteMember(object, key)
    return type === 'date' ? sqliteTime(value) : value
  },
  currency: (object, key) => sqliteMember(object, key, 'currency'),
  entries: (key) =>
    isPlain(key)
      ? sql`json_each(e.properties, ${pathOf(key)}) x`
      : sql`json_each((select j.value from json_each(e.properties) j
          where j.key = ${key} and j.type = 'array')) x`,
  entryObject: sql`case x.type when 'object' then x.value end`,
  entry(type) {
    const value = sql`case when x.type in (${sqliteTypes[type]}) then x.value end`
    if (type === 'money') return sql`json_extract(${value}, '$.amount')`
    return type === 'date' ? sqliteTime(value) : value
  },
  entryCurrency: sql`json_extract(case x.type when 'object' then x.value end, '$.currency')`,
}

const postgresCasts: Record<PropertyType, (text: Value) => Value> = {
  text: (text) => text,
  list: (text) => text,
  number: (text) => sql`(${text})::double precision`,
  money: (text) => sql`(${text})::double precision`,
  boolean: (text) => sql`case ${text} when 'true' then 1 when 'false' then 0 end`,
  date: (text) => sql`(extract(epoch from
    (case length(${text}) when 10 then (${text}) || 'T00:00Z' else ${text} end)::timestamptz
  ) * 1000)::double precision`,
}

const postgresTypes: Record<PropertyType, string> = {
  ...{ text: 'string', date: 'string', number: 'number', boolean: 'boolean' },
  ...{ money: 'object', list: 'array' },
}

const postgres: PropertyReader = {
  member(object, key, type) {
    const name = sql`cast(${key} as text)`
    const text =
      type === 'money'
        ? sql`(${object})::json -> ${name} ->> 'amount'`
        : sql`(${object})::json ->> ${name}`
    return postgresCasts[type](sql`(${text})`)
  },
  currency: (object, key) => sql`(${object})::json -> cast(${key} as text) ->> 'currency'`,
  entries(key) {
    const list = sql`(e.properties::json -> cast(${key} as text))`
    return sql`json_array_elements(
      case json_typeof(${list}) when 'array' then ${list} end) as x(entry)`
  },
  entryObject: sql`x.entry`,
  entry(type) {
    const text = type === 'money' ? sql`x.entry ->> 'amount'` : sql`x.entry #>> '{}'`
    const typed = sql`case json_typeof(x.entry) when ${postgresTypes[type]} then ${text} end`
    return postgresCasts[type](sql`(${typed})`)
  },
  entryCurrency: sql`x.entry ->> 'currency'`,
}

const readers = { sqlite, postgres }
