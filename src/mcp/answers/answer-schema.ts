import type { Output } from '../../contract/endpoint.ts'
import type { NamedEndpoint } from '../../contract/index.ts'
import { componentSchemas, type JsonSchema, jsonSchemaOf } from '../../contract/json-schema.ts'
import { readSelection, type Selection, selections } from './selections.ts'

/** The part of JSON Schema that describes an answer: types, and the names of fields. */
export interface AnswerSchema {
  [keyword: string]: unknown
  type?: string | readonly string[]
  properties?: Readonly<Record<string, AnswerSchema>>
  items?: AnswerSchema
}

export interface ObjectSchema extends AnswerSchema {
  type: 'object'
  properties: Readonly<Record<string, AnswerSchema>>
}

type OneSchema = Extract<Output, { kind: 'one' }>['schema']

const cache = new Map<string, ObjectSchema>()
let components: Readonly<Record<string, JsonSchema>> | undefined

/** Describes the answer of an endpoint, of which `fields` replaces the fields of a list's items. */
export function answerSchemaOf(
  { id, endpoint }: Pick<NamedEndpoint, 'id' | 'endpoint'>,
  fields?: string,
): ObjectSchema {
  const known = fields === undefined ? cache.get(id) : undefined
  if (known) return known
  components ??= componentSchemas()
  const { output } = endpoint
  const wanted = fields ?? selections[id]
  const selection = wanted === undefined ? {} : readSelection(wanted)
  const schema =
    output.kind === 'list'
      ? pageOf(answer(output.item, selection))
      : output.kind === 'one'
        ? answer(output.schema, selection)
        : jobAnswer
  if (fields === undefined) cache.set(id, schema)
  return schema
}

const jobAnswer: ObjectSchema = { type: 'object', properties: { job_id: { type: 'integer' } } }

const pageOf = (item: ObjectSchema): ObjectSchema => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: item },
    next_cursor: { type: 'string' },
    total: { type: 'integer' },
  },
})

/** Every answer is an object, or one of several. A long series comes with the number of its points. */
function answer(schema: OneSchema, selection: Selection): ObjectSchema {
  const short = shortened(jsonSchemaOf(schema, 'output'), selection) as ObjectSchema
  const { properties } = short
  if (!properties.series) return short
  return { ...short, properties: { ...properties, series_points: { type: 'integer' } } }
}

/** Keeps types and the selected fields. Objects below the selected fields have any fields. */
function shortened(schema: JsonSchema, selection: Selection | undefined): AnswerSchema {
  const { $ref, anyOf, oneOf, type, items, properties } = schema
  if (typeof $ref === 'string') {
    const found = components?.[$ref.split('/').at(-1) ?? '']
    return found ? shortened(found, selection) : {}
  }
  const variants = (anyOf ?? oneOf) as JsonSchema[] | undefined // by JSON Schema
  if (variants) return mergedSchemas(variants.map((each) => shortened(each, selection)))
  if (schema.const !== undefined) return { type: typeof schema.const }
  if (type === 'null') return {}
  if (type === 'array' && items) return { type, items: shortened(items as JsonSchema, selection) }
  if (type !== 'object') return typeof type === 'string' ? { type } : {}
  if (!properties || !selection) return { type }
  const names = Object.keys(selection)
  const chosen = names.length > 0 ? names : Object.keys(properties)
  return {
    type,
    properties: Object.fromEntries(
      chosen.flatMap((name) => {
        const property = properties[name]
        return property ? [[name, named(name, shortened(property, inner(selection[name])))]] : []
      }),
    ),
  }
}

/** Ids are words on other servers. */
const named = (name: string, schema: AnswerSchema): AnswerSchema =>
  /(^|_)id$/.test(name) && schema.type === 'integer'
    ? { ...schema, type: ['integer', 'string'] }
    : schema

const inner = (selection: Selection | undefined): Selection | undefined =>
  selection && Object.keys(selection).length > 0 ? selection : undefined

const at = (objects: readonly Readonly<Record<string, AnswerSchema>>[], name: string) =>
  objects.flatMap(({ [name]: schema }): AnswerSchema[] => (schema ? [schema] : []))

/** One schema that all values of several schemas match. */
export function mergedSchemas(schemas: readonly AnswerSchema[]): AnswerSchema {
  const typed = schemas.filter(({ type }) => type !== undefined)
  const types = [...new Set(typed.flatMap(({ type }) => type ?? []))]
  if (types.length === 0) return {}
  const items = typed.flatMap(({ items: inside }): AnswerSchema[] => (inside ? [inside] : []))
  const objects = typed.flatMap(({ properties }) => (properties ? [properties] : []))
  const names = [...new Set(objects.flatMap((each) => Object.keys(each)))]
  const isOpen = typed.some(({ type, properties }) => type === 'object' && !properties)
  return {
    type: types.length === 1 ? types[0] : types,
    ...(items.length > 0 && { items: mergedSchemas(items) }),
    ...(names.length > 0 &&
      !isOpen && {
        properties: Object.fromEntries(
          names.map((name) => [name, mergedSchemas(at(objects, name))]),
        ),
      }),
  } as AnswerSchema // `types` is not empty
}
