import type { AnswerSchema } from './answer-schema.ts'

/** The most items of a page. The next page has its own cursor. */
export const maxItems = 20

/** The most points of a series: the days of a month. */
const maxPoints = 31

/**
 * Reduces an answer to the fields of its schema, without nulls and empty values. Values of another type
 * are converted or left out, because clients refuse an answer that does not match the schema.
 */
export function lean(answer: object, schema: AnswerSchema): Record<string, unknown> {
  return fitted(answer, schema) as Record<string, unknown> // an object fits an object
}

function fitted(value: unknown, schema: AnswerSchema): unknown {
  if (value === null || value === undefined) return undefined
  const types = [schema.type ?? []].flat() as readonly string[] // `flat` loses the type
  if (Array.isArray(value)) {
    if (types.length > 0 && !types.includes('array')) return undefined
    return value
      .map((each) => fitted(each, schema.items ?? {}))
      .filter((each) => each !== undefined)
  }
  if (typeof value === 'object') {
    return types.length === 0 || types.includes('object') ? fittedObject(value, schema) : undefined
  }
  return types.length === 0 ? value : scalar(value, types)
}

/** Objects without named fields, such as conditions, stay as they are. */
function fittedObject(value: object, { properties }: AnswerSchema): object {
  if (!properties) return value
  const given = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const fits = Object.hasOwn(given, name) ? fitted(given[name], schema) : undefined
      return fits === undefined || isEmpty(name, fits) ? [] : [[name, fits]]
    }),
  )
}

/** An empty page is an answer. */
const isEmpty = (name: string, value: unknown): boolean =>
  value === '' ||
  (name !== 'items' && typeof value === 'object' && Object.keys(value ?? {}).length === 0)

function scalar(value: unknown, types: readonly string[]): unknown {
  const type = typeof value
  if (types.includes(type)) return value
  if (type === 'number' && types.includes('integer') && Number.isInteger(value)) return value
  if (type === 'string' && types.some((each) => each === 'integer' || each === 'number')) {
    const number = Number(value)
    return value !== '' && Number.isSafeInteger(number) ? number : undefined
  }
  if (type === 'number' && types.includes('string')) return String(value)
  return type === 'number' && types.includes('boolean') ? value === 1 : undefined
}

/** Keeps the last points of each series, and says how many there were. */
export function shortenSeries(answer: Record<string, unknown>): Record<string, unknown> {
  const { series } = answer
  if (!Array.isArray(series) || series.length <= maxPoints) return answer
  return { ...answer, series: series.slice(-maxPoints), series_points: series.length }
}
