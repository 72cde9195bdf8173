import * as z from 'zod'
import type { Problem } from '../core/failure.ts'
import { check } from './check.ts'
import type { Endpoint, Shape } from './endpoint.ts'
import { paramsOf, pathTokens, tokensOf } from './path.ts'
import { flag } from './shapes/wire.ts'
import { bare, fromText } from './text.ts'

/** How a field is written as text: once, repeated, as `key=value`, or by its presence. */
export type FieldKind = 'switch' | 'text' | 'number' | 'repeat' | 'map'

/** A field of a request as flags and tools describe it. */
export interface Field {
  /** The name in the API. */
  key: string
  kind: FieldKind
  choices?: readonly string[]
  /** Whether a number has no fraction. */
  isWhole?: true
  required: boolean
}

/** Returns path tokens, then query, then body. For a body of rows, the fields of one row. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  const tokens = tokensOf(endpoint.path).map((key): Field => {
    const { choices } = kindOf(pathTokens[key])
    return { key, kind: 'text', required: true, ...(choices && { choices }) }
  })
  const others = Object.entries(shapeOf(endpoint).shape).map(
    ([key, type]): Field => ({ key, required: !isOptional(type), ...kindOf(type) }),
  )
  return [...tokens, ...others]
}

/** Converts texts by the types of an endpoint's fields. Text that does not convert stays text. */
export const fieldValues = (endpoint: Endpoint, texts: Record<string, string | string[]>) =>
  fromText(z.object({ ...paramsOf(endpoint.path).shape, ...shapeOf(endpoint).shape }), texts)

/** Checks the value of one field. */
export function checkField(endpoint: Endpoint, key: string, value: unknown): readonly Problem[] {
  const type = { ...paramsOf(endpoint.path).shape, ...shapeOf(endpoint).shape }[key]
  const checked =
    type === undefined ? { value } : check(type as z.ZodType, converted(endpoint, key, value))
  return 'problems' in checked ? checked.problems : []
}

/** Converts a text by the type of its field. */
function converted(endpoint: Endpoint, key: string, value: unknown): unknown {
  const isText = typeof value === 'string' || Array.isArray(value)
  return isText ? fieldValues(endpoint, { [key]: value })[key] : value
}

function shapeOf({ query, body }: Endpoint): Shape {
  if (body.kind === 'json') return z.object({ ...query.shape, ...body.schema.shape })
  if (body.kind !== 'rows') return query
  return z.object({ ...query.shape, ...body.row.shape, ...body.rest.shape })
}

const isOptional = (type: z.core.$ZodType): boolean =>
  type instanceof z.ZodOptional || type instanceof z.ZodDefault

function kindOf(type: z.core.$ZodType): Pick<Field, 'kind' | 'choices' | 'isWhole'> {
  const plain = bare(type)
  if (plain instanceof z.ZodBoolean || plain === flag) return { kind: 'switch' }
  if (plain instanceof z.ZodNumber) {
    return { kind: 'number', ...(plain.isInt && { isWhole: true as const }) }
  }
  if (plain instanceof z.ZodEnum) return { kind: 'text', choices: plain.options.map(String) }
  if (plain instanceof z.ZodString) return { kind: 'text', ...choicesIn(plain.meta()) }
  if (plain instanceof z.ZodArray) return { ...kindOf(plain.element), kind: 'repeat' }
  if (plain instanceof z.ZodRecord) return { kind: 'map' }
  return { kind: 'text' }
}

/** The choices of a text that is not an enumeration, because it may be in any case. */
const choicesIn = (meta: Record<string, unknown> | undefined) =>
  Array.isArray(meta?.choices) ? { choices: meta.choices.map(String) } : {}
