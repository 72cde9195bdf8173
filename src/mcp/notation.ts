import type { JsonSchema } from '../contract/json-schema.ts'

/** The shared schemas, by name. */
export type Components = Readonly<Record<string, JsonSchema>>

/**
 * Writes a JSON Schema as a type, as TypeScript would: `{field, operator: eq|gt, value?: any}`. A field
 * without a type is text.
 * It takes a sixth of the schema's tokens, and models read it as well.
 */
export function notationOf(
  schema: JsonSchema,
  components: Components,
  /** Components that are written as their names. */
  named: readonly string[] = [],
): string {
  return written(schema, { components, open: named })
}

interface Writing {
  components: Components
  /** Components that are written as their names, such as one inside itself. */
  open: readonly string[]
}

const separator = ' | '

function written(schema: JsonSchema, writing: Writing): string {
  const { $ref, anyOf, oneOf, type, items, properties, additionalProperties } = schema
  if (typeof $ref === 'string') return writtenComponent(nameIn($ref), writing)
  if (schema.const !== undefined) return String(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join('|')
  const variants = (anyOf ?? oneOf) as JsonSchema[] | undefined // by JSON Schema
  if (variants) return writtenVariants(variants, writing)
  if (type === 'array') return writtenArray((items ?? {}) as JsonSchema, writing) // likewise
  if (properties) return writtenObject(schema, writing)
  if (type === 'object') {
    const value = additionalProperties as JsonSchema | boolean | undefined // likewise
    return typeof value === 'object' ? `{[name]: ${written(value, writing)}}` : '{}'
  }
  if (type === 'integer') return 'number'
  return schema.format === 'date-time' ? 'time' : String(type ?? 'any')
}

function writtenComponent(name: string, { components, open }: Writing): string {
  const schema = components[name]
  return !schema || open.includes(name)
    ? name
    : written(schema, { components, open: [...open, name] })
}

function writtenVariants(variants: readonly JsonSchema[], writing: Writing): string {
  const byType = writtenByType(variants, writing)
  if (byType !== undefined) return byType
  const texts = variants.map((each) => written(each, writing))
  // Ids and flags may also be text. Their first variant is enough.
  const isSpelt = /^(number|boolean)$/.test(texts[0] ?? '')
  const isScalar = texts.every((text) => !/[{[]/.test(text))
  if (isSpelt && isScalar && !texts.includes('null')) return texts[0] ?? 'any'
  return [...new Set(texts)].join(separator)
}

/** Objects that differ only in a type and its config: `{id, type, config}, config by type: send {html?}`. */
function writtenByType(variants: readonly JsonSchema[], writing: Writing): string | undefined {
  const objects = variants.map(({ properties = {} }) => properties)
  const [first = {}] = objects
  const names = Object.keys(first)
  const isAlike = objects.every(
    (each) => each.type?.const && each.config && names.every((name) => each[name]),
  )
  if (!isAlike) return undefined
  const configs = objects.map(
    ({ type, config }) => `${type?.const} ${written(config ?? {}, writing)}`,
  )
  return `{${names.join(', ')}}, config by type: ${configs.join('; ')}`
}

function writtenArray(items: JsonSchema, writing: Writing): string {
  const text = written(items, writing)
  return text.includes('|') ? `(${text})[]` : `${text}[]`
}

function writtenObject({ properties = {}, required = [] }: JsonSchema, writing: Writing): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const text = written(schema, writing)
    return `${name}${required.includes(name) ? '' : '?'}${text === 'string' ? '' : `: ${text}`}`
  })
  return `{${fields.join(', ')}}`
}

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ''
