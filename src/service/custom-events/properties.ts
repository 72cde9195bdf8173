import type {
  EventProperties,
  PropertyType,
  PropertyValue,
} from '../../contract/shapes/custom-event.ts'
import type { Problem } from '../../core/failure.ts'

/** The types of properties by their path: `total`, or `items[].price` for the entries of a list. */
type PropertyTypes = ReadonlyMap<string, PropertyType>

/**
 * Returns the properties that an event has for the first time, with their types, or the problem of one
 * whose value has another type than before.
 */
export function readProperties(
  properties: EventProperties,
  known: PropertyTypes,
): { added: PropertyTypes } | { problem: Problem } {
  const added = new Map<string, PropertyType>()
  for (const [path, value] of valuesOf(properties)) {
    const type = typeOf(value)
    const expected = known.get(path) ?? added.get(path)
    if (expected === undefined) added.set(path, type)
    else if (!isOf(expected, type)) {
      return {
        problem: {
          field: `properties.${path}`,
          code: 'other_type',
          values: { expected, given: type },
        },
      }
    }
  }
  return { added }
}

/** A text that looks like a date is a text where texts are expected. */
const isOf = (expected: PropertyType, type: PropertyType): boolean =>
  expected === type || (expected === 'text' && type === 'date')

type Present = NonNullable<PropertyValue>
type Entry = Extract<Present, readonly unknown[]>[number]

function* valuesOf(properties: EventProperties): Generator<[path: string, value: Present]> {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null) continue
    yield [key, value]
    if (!Array.isArray(value)) continue
    for (const entry of value) yield* valuesOfEntry(`${key}[]`, entry)
  }
}

function* valuesOfEntry(path: string, entry: Entry): Generator<[path: string, value: Present]> {
  if (entry === null) return
  if (typeof entry !== 'object' || isMoney(entry)) {
    yield [path, entry]
    return
  }
  for (const [key, value] of Object.entries(entry)) {
    if (value !== null) yield [`${path}.${key}`, value]
  }
}

const isMoney = (value: object): value is { amount: number; currency: string } =>
  'amount' in value && 'currency' in value && Object.keys(value).length === 2

function typeOf(value: Present): PropertyType {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return isDate(value) ? 'date' : 'text'
  return Array.isArray(value) ? 'list' : 'money'
}

/**
 * `2027-03-01`, or with a time and an offset. Both databases convert exactly these: `Date.parse` would
 * also take 31 February and an offset of 20 hours.
 */
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):\d\d))?$/.test(
    text,
  ) &&
  !Number.isNaN(Date.parse(text)) &&
  isDayOfCalendar(text.slice(0, 10))

const isDayOfCalendar = (day: string): boolean =>
  day >= '0001' && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
