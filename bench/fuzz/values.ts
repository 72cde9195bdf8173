import fc from 'fast-check'
import { resolve, type Schema } from './document.ts'

const texts = fc.oneof(
  fc.constantFrom('ana@mine.example', 'mine', 'Ñandú, S.A.', 'https://example.org/a?b=c', 'UTC'),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

const number = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

function textOf({ pattern, format, minLength, maxLength }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date-time') {
    const range = { min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }
    return fc.date(range).map((date) => date.toISOString())
  }
  if (pattern !== undefined && !/\(\?/.test(pattern)) return fc.stringMatching(new RegExp(pattern))
  const minimum = number(minLength, 0)
  const maximum = number(maxLength, 255)
  return texts.map((text) => text.padEnd(minimum, 'x').slice(0, maximum))
}

/** Values that a schema allows. */
export function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const reference = schema.$ref
  if (reference) return depth > 6 ? fc.constant({}) : valuesOf(resolve(reference), depth + 1)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((each) => valuesOf(each, depth + 1)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number': {
      const min = Math.ceil(number(schema.minimum, number(schema.exclusiveMinimum, -1) + 1))
      return fc.integer({ min, max: Math.max(min, Math.min(number(schema.maximum, 5000), 1e9)) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), {
        minLength: Math.min(number(schema.minItems, 0), 3),
        maxLength: depth > 3 ? 1 : 3,
      })
    default:
      return schema.properties || schema.additionalProperties
        ? objectOf(schema, depth)
        : fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: more } = schema
  const fields = Object.entries(properties).map(([name, each]) => [name, valuesOf(each, depth + 1)])
  const fixed = fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] })
  if (typeof more !== 'object') return fixed
  const free = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), valuesOf(more, depth + 1), {
    maxKeys: 3,
  })
  return fc.tuple(fixed, free).map(([known, others]) => ({ ...others, ...(known as object) }))
}
