import { operatorsOf } from '../../contract/segment-fields.ts'
import type {
  EventProperties,
  PropertyType,
  PropertyValue,
} from '../../contract/shapes/custom-event.ts'
import type { FieldType } from '../../contract/shapes/field.ts'
import type { PropertyFilter } from '../../contract/shapes/property-filter.ts'
import type { Problem, Values } from '../../core/failure.ts'
import { foldText } from '../../core/fold-text.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { dayMs } from '../../core/time.ts'
import type { ConditionField } from './catalogue.ts'
import { splitOperator } from './operators.ts'
import type { Bound, Predicate } from './predicate.ts'
import { parsePredicate } from './value.ts'

/** Where the tested value is: in a column of the event, or in its properties. */
type PropertyPlace =
  | { at: 'column'; column: 'value' | 'currency' }
  /** `entry` is present for a list: the key in each entry, or empty for the entry itself. */
  | { at: 'property'; key: string; entry?: string }

/** A validated filter. A property with several values matches if one of them does. */
export interface PropertyTest {
  place: PropertyPlace
  type: PropertyType
  predicate: Predicate
  /** Whether no value may match. An event without the property matches then. */
  isNegated: boolean
}

/** The types of the properties of one event name, by path, as `event_properties` has them. */
export type PropertyTypes = ReadonlyMap<string, PropertyType>

/** The operators of each type are those of fields. Money is compared by its amount. */
const fieldTypeOf: Record<Exclude<PropertyType, 'list'>, FieldType> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  money: 'number',
}

export const propertyOperatorsOf = (type: PropertyType) =>
  type === 'list' ? (['is_set', 'is_not_set'] as const) : operatorsOf[fieldTypeOf[type]]

/** What every event may have. A property with the same name has priority. */
const columnTypes = { value: 'number', currency: 'text' } as const

/** The number of known properties that a problem names. */
const maxNamed = 20

/** Validates filters on the events with one name. `pointer` is the JSON Pointer of the array. */
export function readPropertyFilters(
  filters: readonly PropertyFilter[],
  { event, types }: { event: string; types: PropertyTypes },
  pointer: string,
): { tests: PropertyTest[]; problems: Problem[] } {
  const problems: Problem[] = []
  const tests = filters.flatMap(({ property, operator, value }, index): PropertyTest[] => {
    const wrong = (path: string, code: ProblemCode, values?: Values) => {
      problems.push({ field: `${pointer}/${index}/${path}`, code, ...(values && { values }) })
      return []
    }
    const found = findProperty(types, property)
    if (!found) {
      return wrong('property', 'unknown_property', {
        event,
        property,
        choices: knownProperties(types),
      })
    }
    const { place, type } = found
    const operators = propertyOperatorsOf(type)
    if (!operators.some((each) => each === operator)) {
      return wrong('operator', 'not_a_choice', { choices: operators.join(', ') })
    }
    const { base, isNegated } = splitOperator(operator)
    const read = parsePredicate(fieldLike(type), base, value)
    if (!('predicate' in read)) {
      const path = read.index === undefined ? 'value' : `value/${read.index}`
      return wrong(path, read.code, read.values)
    }
    return [{ place, type, predicate: read.predicate, isNegated }]
  })
  return { tests, problems }
}

/** Names the properties that an event has, for people. */
export const knownProperties = (types: PropertyTypes): string =>
  [...types.keys()].sort().slice(0, maxNamed).join(', ') || '–'

/** Returns where a property is, and its type; undefined if the account does not know it. */
export function findProperty(
  types: PropertyTypes,
  path: string,
): Pick<PropertyTest, 'place' | 'type'> | undefined {
  const type = types.get(path)
  if (type !== undefined) return { place: placeOf(path), type }
  if (path !== 'value' && path !== 'currency') return undefined
  return { place: { at: 'column', column: path }, type: columnTypes[path] }
}

/** `items[].price` is the key `price` of the entries of `items`. */
function placeOf(path: string): PropertyPlace {
  const at = path.indexOf('[]')
  if (at < 0) return { at: 'property', key: path }
  return { at: 'property', key: path.slice(0, at), entry: path.slice(at + 3) }
}

/** The values of filters are parsed like the values of rules about fields. */
const fieldLike = (type: PropertyType): ConditionField => ({
  type: type === 'list' ? 'text' : fieldTypeOf[type],
  source: { at: 'values', fieldIds: [], column: 'text', isFolded: type === 'text' },
  values: [],
  fold: foldText,
})

/** An event as filters see it. */
interface FilteredEvent {
  value: number | null
  /** Empty or null without one. */
  currency: string | null
  properties: EventProperties
}

/** Whether an event matches all filters. */
export const matchesProperties = (
  tests: readonly PropertyTest[],
  event: FilteredEvent,
  now: number,
): boolean =>
  tests.every(({ place, type, predicate, isNegated }) => {
    const values = valuesAt(place, event).flatMap((value) => comparable(type, value) ?? [])
    return values.some((value) => holds(predicate, value, now)) !== isNegated
  })

function valuesAt(
  place: PropertyPlace,
  { value, currency, properties }: FilteredEvent,
): PropertyValue[] {
  if (place.at === 'column') return [place.column === 'value' ? value : currency || null]
  const found = Object.hasOwn(properties, place.key) ? properties[place.key] : undefined
  if (found === undefined) return []
  if (place.entry === undefined) return [found]
  if (!Array.isArray(found)) return []
  const { entry: key } = place
  return found.flatMap((entry): PropertyValue[] => {
    if (key === '') return [entry as PropertyValue]
    if (typeof entry !== 'object' || entry === null || !Object.hasOwn(entry, key)) return []
    return [(entry as Record<string, PropertyValue>)[key] ?? null]
  })
}

/** Converts a value to the form in which predicates compare it; undefined without a value. */
function comparable(type: PropertyType, value: PropertyValue): string | number | undefined {
  if (value === null) return undefined
  switch (type) {
    case 'list':
      return Array.isArray(value) ? 1 : undefined
    case 'money':
      return typeof value === 'object' && 'amount' in value ? Number(value.amount) : undefined
    case 'boolean':
      return value === true ? 1 : 0
    case 'number':
      return typeof value === 'number' ? value : undefined
    case 'date':
      return typeof value === 'string' ? Date.parse(value) : undefined
    case 'text':
      return typeof value === 'string' ? foldText(value) : undefined
  }
}

function holds(predicate: Predicate, value: string | number, now: number): boolean {
  switch (predicate.is) {
    case 'set':
      return true
    case 'one-of':
      return predicate.values.includes(value)
    case 'like':
      return likes[predicate.where](String(value), predicate.text)
    case 'compared':
      return predicate.bounds.every((bound) => isWithin(Number(value), bound))
    case 'recent': {
      const until = now - predicate.days * dayMs
      return Number(value) >= Math.min(now, until) && Number(value) <= Math.max(now, until)
    }
  }
}

const likes = {
  contains: (value: string, text: string) => value.includes(text),
  starts_with: (value: string, text: string) => value.startsWith(text),
  ends_with: (value: string, text: string) => value.endsWith(text),
}

function isWithin(value: number, [comparison, bound]: Bound): boolean {
  if (comparison === '<') return value < bound
  if (comparison === '<=') return value <= bound
  return comparison === '>' ? value > bound : value >= bound
}
