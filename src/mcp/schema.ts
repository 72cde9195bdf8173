import type { Endpoint } from '../contract/endpoint.ts'
import { componentSchemas, type JsonSchema, membersOf } from '../contract/json-schema.ts'
import { requestShape } from '../contract/request-shape.ts'
import { fieldWords } from '../messages/endpoints.ts'
import { type Member, mayBeGrave, type Surface } from './surface.ts'
import type { Words } from './words.ts'

/** What says which of its members a tool is called for, and what confirms a plan: names of no field. */
export const choiceField = 'what'
export const confirmationField = 'confirmation'

export interface InputSchema {
  [keyword: string]: unknown
  type: 'object'
}

/** What a tool takes, out of the contract: one flat object, since clients take no choice at its root. */
export function inputSchemaOf({ members }: Surface, words: Words): InputSchema {
  const offered = members.flatMap((member) =>
    fieldsOf(member).map((field) => ({ ...field, member })),
  )
  const names = [...new Set(offered.map(({ name }) => name))]
  const isChosen = members.length > 1
  const properties: Record<string, JsonSchema> = {
    ...(isChosen && { [choiceField]: choiceOf(members, words) }),
  }
  for (const name of names) {
    const alike = offered.filter((each) => each.name === name)
    const description = describe(name, alike, { of: members.length, words })
    properties[name] = { ...merged(alike.map(({ schema }) => schema)), ...description }
  }
  if (members.some(mayBeGrave)) {
    properties[confirmationField] = { type: 'string', description: words.own.confirmation }
  }
  const required = names.filter(
    (name) =>
      offered.filter((each) => each.name === name && each.required).length === members.length,
  )
  return standalone({
    type: 'object',
    properties,
    required: [...(isChosen ? [choiceField] : []), ...required],
    additionalProperties: false,
  })
}

const choiceOf = (members: readonly Member[], { own }: Words): JsonSchema => ({
  type: 'string',
  enum: members.map(({ choice }) => choice),
  description: own.choice,
})

interface Offered {
  name: string
  schema: JsonSchema
  required: boolean
}

/** The fields of an endpoint that a caller has a say in. */
function fieldsOf({ endpoint, omit = [], fixed = {}, needs = [] }: Member): Offered[] {
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
  /** How many members the tool has. */
  of: number
  words: Words
}

/** One field may mean something else to each member that has it. */
function describe(
  name: string,
  alike: readonly { member: Member }[],
  { of, words }: Described,
): { description?: string } {
  const texts = new Map<string, string[]>()
  for (const { member } of alike) {
    const text = wordsFor(name, member, words)
    if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), member.choice])
  }
  const told = [...texts].map(([text, choices]) =>
    choices.length === of ? text : words.own.ofSome(text, choices.join(', ')),
  )
  return told.length > 0 ? { description: told.join(' ') } : {}
}

/** A command takes a thing by its name too; here what it is called by is its number. */
function wordsFor(name: string, { noun, endpoint }: Member, words: Words): string | undefined {
  const [, first = ''] = endpoint.path.split('/')
  const numbers: Partial<Record<string, string>> = words.own.numbers
  return (name === 'id' && numbers[first]) || fieldWords(words.endpoints, noun, name)
}

function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const different = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()]
  return different.length === 1 ? { ...different[0] } : { anyOf: different }
}

const component = /"#\/components\/schemas\/(\w+)"/g

let components: Record<string, JsonSchema> | undefined

/** What stands once in the API's document is brought along here. */
function standalone(schema: InputSchema): InputSchema {
  // All of them are made at once, which takes longer than the rest.
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

/** Numbers and switches may be spelt as text, for forms and queries: here one way is enough. */
function plain(value: unknown): unknown {
  const { anyOf: ways, ...rest } = (value ?? {}) as JsonSchema & { anyOf?: JsonSchema[] } // any part of a schema
  const [first, ...others] = Array.isArray(ways) ? ways : []
  const isSpelt = others.every(({ type }) => type === 'string' || type === 'number')
  const isPlain = first?.type === 'boolean' || first?.type === 'integer'
  return isPlain && isSpelt ? { ...rest, ...first } : value
}

/** Whether asking twice is the same as asking once, by the method (RFC 9110, 9.2.2) and the effect. */
export const isIdempotent = ({ method, effect }: Endpoint): boolean =>
  effect === 'read' || method === 'PUT' || method === 'DELETE'
