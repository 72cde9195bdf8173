import type { Endpoint } from '../contract/endpoint.ts'
import { componentSchemas, type JsonSchema, membersOf } from '../contract/json-schema.ts'
import { requestShape } from '../contract/request-shape.ts'
import { fieldMessage } from '../messages/endpoints.ts'
import type { McpMessages } from './messages.ts'
import { mayNeedConfirmation, type ToolAction, type ToolSpec } from './tool-specs.ts'

/** The arguments that choose an action and confirm a plan. No field has these names. */
export const choiceField = 'what'
export const confirmationField = 'confirmation'

interface InputSchema {
  [keyword: string]: unknown
  type: 'object'
}

/** The input schema of a tool, from the contract: one flat object, because clients support no union. */
export function inputSchemaOf({ actions }: ToolSpec, messages: McpMessages): InputSchema {
  const offered = actions.flatMap((action) =>
    fieldsOf(action).map((field) => ({ ...field, action })),
  )
  const names = [...new Set(offered.map(({ name }) => name))]
  const isChosen = actions.length > 1
  const properties: Record<string, JsonSchema> = {
    ...(isChosen && { [choiceField]: choiceOf(actions, messages) }),
  }
  for (const name of names) {
    const alike = offered.filter((each) => each.name === name)
    const description = describe(name, alike, { of: actions.length, messages })
    properties[name] = { ...merged(alike.map(({ schema }) => schema)), ...description }
  }
  if (actions.some(mayNeedConfirmation)) {
    properties[confirmationField] = { type: 'string', description: messages.assistant.confirmation }
  }
  const required = names.filter(
    (name) =>
      offered.filter((each) => each.name === name && each.required).length === actions.length,
  )
  return standalone({
    type: 'object',
    properties,
    required: [...(isChosen ? [choiceField] : []), ...required],
    additionalProperties: false,
  })
}

const choiceOf = (actions: readonly ToolAction[], { assistant }: McpMessages): JsonSchema => ({
  type: 'string',
  enum: actions.map(({ choice }) => choice),
  description: assistant.choice,
})

interface Offered {
  name: string
  schema: JsonSchema
  required: boolean
}

/** The fields of an endpoint that the caller can set. */
function fieldsOf({ endpoint, omit = [], fixed = {}, needs = [] }: ToolAction): Offered[] {
  const hidden = new Set([...omit, ...Object.keys(fixed)])
  return membersOf(requestShape(endpoint))
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, schema, required }) => ({
      name,
      schema,
      required: required || needs.includes(name),
    }))
}

interface Described {
  /** The number of actions of the tool. */
  of: number
  messages: McpMessages
}

/** Describes a field, once per meaning: it may differ between actions. */
function describe(
  name: string,
  alike: readonly { action: ToolAction }[],
  { of, messages }: Described,
): { description?: string } {
  const texts = new Map<string, string[]>()
  for (const { action } of alike) {
    const text = textFor(name, action, messages)
    if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), action.choice])
  }
  const descriptions = [...texts].map(([text, choices]) =>
    choices.length === of ? text : messages.assistant.onlyFor(text, choices.join(', ')),
  )
  return descriptions.length > 0 ? { description: descriptions.join(' ') } : {}
}

/** The description of a field. Commands also accept names, tools only ids. */
function textFor(
  name: string,
  { noun, endpoint }: ToolAction,
  messages: McpMessages,
): string | undefined {
  const [, first = ''] = endpoint.path.split('/')
  const numbers: Partial<Record<string, string>> = messages.assistant.ids
  return (name === 'id' && numbers[first]) || fieldMessage(messages.endpoints, noun, name)
}

function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()]
  return different.length === 1 ? { ...different[0] } : { anyOf: different }
}

const component = /"#\/components\/schemas\/(\w+)"/g

let components: Record<string, JsonSchema> | undefined

/** Adds the shared schemas that the API document defines once. */
function standalone(schema: InputSchema): InputSchema {
  // All of them are created at once, which takes longer than the rest.
  components ??= componentSchemas()
  const known = components
  const definitions: Record<string, JsonSchema> = {}
  const bring = (text: string): void => {
    for (const [, name = ''] of text.matchAll(component)) {
      const found = known[name]
      if (!found || definitions[name]) continue
      definitions[name] = found
      bring(JSON.stringify(found))
    }
  }
  bring(JSON.stringify(schema))
  const whole = Object.keys(definitions).length > 0 ? { ...schema, $defs: definitions } : schema
  const text = JSON.stringify(whole, (key, value) =>
    key === 'x-feature' ? undefined : plain(value),
  )
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/'))
}

/** Removes the text variants of numbers and switches, which only forms and queries need. */
function plain(value: unknown): unknown {
  const { anyOf: variants, ...rest } = (value ?? {}) as JsonSchema & { anyOf?: JsonSchema[] } // any part of a schema
  const [first, ...others] = Array.isArray(variants) ? variants : []
  const isSpelt = others.every(({ type }) => type === 'string' || type === 'number')
  const isPlain = first?.type === 'boolean' || first?.type === 'integer'
  return isPlain && isSpelt ? { ...rest, ...first } : value
}

/** Whether a repeated call has no further effect, by its method (RFC 9110, 9.2.2) and effect. */
export const isIdempotent = ({ method, effect }: Endpoint): boolean =>
  effect === 'read' || method === 'PUT' || method === 'DELETE'
