import type { Endpoint } from '../contract/endpoint.ts'
import { componentSchemas, type JsonSchema, membersOf } from '../contract/json-schema.ts'
import { requestShape } from '../contract/request-shape.ts'
import { pageQuery } from '../contract/shapes/wire.ts'
import { fieldMessage } from '../messages/endpoints.ts'
import type { McpMessages } from './messages.ts'
import { notationOf } from './notation.ts'
import { segmentNotes } from './segment-notes.ts'
import { mayNeedConfirmation, type ToolAction, type ToolSpec } from './tool-specs.ts'

/** The arguments that choose an action and confirm a plan. No field has these names. */
export const choiceField = 'what'
export const confirmationField = 'confirmation'

interface InputSchema {
  [keyword: string]: unknown
  type: 'object'
}

/** The tool whose description has the notation of conditions. The others refer to it. */
const notationTool = 'draft_segment'

/**
 * The input schema of a tool, from the contract: one flat object, because clients support no union. It has
 * the types and choices. Limits and patterns are checked by the call, whose errors name them.
 */
export function inputSchemaOf(
  { name: tool, actions }: ToolSpec,
  messages: McpMessages,
  /** The descriptions that earlier tools have. They are not repeated. */
  described: Set<string>,
): InputSchema {
  const offered = actions.flatMap((action) =>
    fieldsOf(action).map((field) => ({ ...field, action })),
  )
  const names = [...new Set(offered.map(({ name }) => name))]
  const isChosen = actions.length > 1
  const properties: Record<string, JsonSchema> = {
    ...(isChosen && {
      [choiceField]: { type: 'string', enum: actions.map(({ choice }) => choice) },
    }),
  }
  for (const name of names) {
    const alike = offered.filter((each) => each.name === name)
    const fields = alike.map(({ schema }) => compacted(schema))
    const texts = [
      describe(name, alike, messages),
      ...new Set(fields.map(({ notation }) => notationIn(notation, tool, messages))),
    ]
    const text = texts.filter(Boolean).join(' ')
    const description = described.has(name + text) ? '' : text
    described.add(name + text)
    properties[name] = {
      ...merged(fields.map(({ schema }) => schema)),
      ...(description !== '' && { description }),
    }
  }
  if (actions.some(mayNeedConfirmation)) {
    properties[confirmationField] = { type: 'string' }
  }
  const required = names.filter(
    (name) =>
      offered.filter((each) => each.name === name && each.required).length === actions.length,
  )
  return {
    type: 'object',
    properties,
    required: [...(isChosen ? [choiceField] : []), ...required],
    additionalProperties: false,
  }
}

/** Conditions are long, so only one tool has them in full. */
function notationIn(
  notation: string | undefined,
  tool: string,
  { assistant }: McpMessages,
): string | undefined {
  if (notation === undefined) return undefined
  if (tool !== notationTool)
    return notation.replace(/\bConditions\b/, assistant.conditionsIn(notationTool))
  return notation === 'Conditions' ? segmentNotes(componentsOf(), assistant) : notation
}

interface Offered {
  name: string
  schema: JsonSchema
  required: boolean
}

/** More optional arguments than these are not in a signature. */
const maxOptional = 6

/** The arguments of each action, as `create(name, html?)`, without those that every action requires. */
export function signaturesOf({ actions }: ToolSpec): Map<string, string> {
  const offered = actions.map((action) => ({ action, fields: fieldsOf(action) }))
  const isAlwaysRequired = ({ name }: Offered) =>
    offered.every(({ fields }) => fields.some((each) => each.name === name && each.required))
  return new Map(
    offered.map(({ action: { choice }, fields }) => {
      const own = fields.filter(
        (field) => !isAlwaysRequired(field) && !Object.hasOwn(pageQuery, field.name),
      )
      const optional = own.filter(({ required }) => !required).map(({ name }) => `${name}?`)
      const names = [
        ...own.filter(({ required }) => required).map(({ name }) => name),
        ...(optional.length > maxOptional ? ['…'] : optional),
      ]
      return [choice, names.length > 0 ? `${choice}(${names.join(', ')})` : choice]
    }),
  )
}

/** The fields of an endpoint that the caller can set. */
function fieldsOf({
  endpoint,
  omit = [],
  fixed = {},
  needs = [],
  fileField,
}: ToolAction): Offered[] {
  const hidden = new Set([...omit, ...Object.keys(fixed)])
  const members = membersOf(requestShape(endpoint))
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, schema, required }) => ({
      name,
      schema,
      required: required || needs.includes(name),
    }))
  if (fileField === undefined) return members
  return [...members, { name: fileField, schema: { type: 'string' }, required: true }]
}

/** The texts for a field, once each: it may mean something else in another action. */
function describe(
  name: string,
  alike: readonly { action: ToolAction }[],
  messages: McpMessages,
): string {
  const texts = alike.map(({ action }) => textFor(name, action, messages))
  return [...new Set(texts)].filter(Boolean).join(' / ')
}

/** The description of a field. Names that say it all have none. */
function textFor(
  name: string,
  { noun }: ToolAction,
  { assistant, endpoints }: McpMessages,
): string | undefined {
  const own: Partial<Record<string, string>> = assistant.fields
  return own[name] ?? fieldMessage(endpoints, noun, name)
}

function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()]
  if (different.length === 1) return { ...different[0] }
  const types = [...new Set(different.flatMap(({ type }) => type ?? []))] as string[] // by JSON Schema
  if (different.some(({ type }) => type === undefined)) return {}
  const choices = different.map((each) => each.enum as readonly string[] | undefined)
  const isChoice = types.length === 1 && choices.every((each) => each !== undefined)
  const items = different.flatMap((each): JsonSchema[] =>
    each.items ? [each.items as JsonSchema] : [],
  )
  return {
    type: types.length === 1 ? types[0] : types,
    ...(isChoice && { enum: [...new Set(choices.flat())] }),
    ...(items.length > 0 && { items: merged(items) }),
  }
}

interface Compacted {
  schema: JsonSchema
  /** The type in words, if the schema does not say it. */
  notation?: string
}

/** Reduces a schema to its type and choices. Objects are described in words. */
function compacted(given: JsonSchema): Compacted {
  const schema = plain(given)
  const { $ref, anyOf, type, items, properties, format } = schema
  const notation = () => notationOf(schema, componentsOf(), ['Conditions'])
  if (typeof $ref === 'string') return { schema: { type: 'object' }, notation: notation() }
  if (Array.isArray(anyOf)) {
    const [variant, ...others] = (anyOf as JsonSchema[]).filter((each) => each.type !== 'null')
    const nullable = variant && others.length === 0 ? compacted(variant) : undefined
    const plainType = nullable?.schema.type
    return typeof plainType === 'string'
      ? { ...nullable, schema: { ...nullable?.schema, type: [plainType, 'null'] } }
      : { schema: {}, notation: notation() }
  }
  if (schema.const !== undefined) return { schema: { type: 'string', enum: [schema.const] } }
  if (Array.isArray(schema.enum)) return { schema: { type: 'string', enum: schema.enum } }
  if (type === 'array') {
    const inside = compacted((items ?? {}) as JsonSchema) // by JSON Schema
    const { notation: inner } = inside
    return {
      schema: { type, items: inside.schema },
      ...(inner !== undefined && {
        notation: inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`,
      }),
    }
  }
  if (type === 'object') {
    const isKnown = properties !== undefined || typeof schema.additionalProperties === 'object'
    return { schema: { type }, ...(isKnown && { notation: notation() }) }
  }
  return {
    schema: { ...(type !== undefined && { type }), ...(format === 'date-time' && { format }) },
  }
}

let components: Readonly<Record<string, JsonSchema>> | undefined

/** All of them are created at once, which takes longer than the rest. */
function componentsOf(): Readonly<Record<string, JsonSchema>> {
  components ??= componentSchemas()
  return components
}

/** Removes the text variants of numbers and switches, which only forms and queries need. */
function plain(value: JsonSchema): JsonSchema {
  const { anyOf: variants, ...rest } = value as JsonSchema & { anyOf?: JsonSchema[] } // by JSON Schema
  const [first, ...others] = Array.isArray(variants) ? variants : []
  const isSpelt = others.every(({ type }) => type === 'string' || type === 'number')
  const isPlain = first?.type === 'boolean' || first?.type === 'integer'
  return isPlain && isSpelt ? { ...rest, ...first } : value
}

/** Whether a repeated call has no further effect, by its method (RFC 9110, 9.2.2) and effect. */
export const isIdempotent = ({ method, effect }: Endpoint): boolean =>
  effect === 'read' || method === 'PUT' || method === 'DELETE'
