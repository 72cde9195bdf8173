import { storableText } from '../../../core/storable-text.ts'

/** Escapes of JSON that mean something else in an array literal, and some that look like them. */
const otherEscapes = /\\[bfnrtu]/

/**
 * Returns texts or numbers as an array literal of PostgreSQL. It differs from JSON in its brackets and in the
 * escapes of control characters, which few values have.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  const json = JSON.stringify(values)
  const items = otherEscapes.test(json) ? values.map(itemOf).join() : json.slice(1, -1)
  return `{${items}}`
}

const itemOf = (value: unknown): string =>
  typeof value === 'string'
    ? `"${storableText(value).replace(/["\\]/g, '\\$&')}"`
    : JSON.stringify(value ?? null)
