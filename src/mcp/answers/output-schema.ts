import { mayNeedConfirmation, type ToolSpec } from '../tool-specs.ts'
import {
  type AnswerSchema,
  answerSchemaOf,
  mergedSchemas,
  type ObjectSchema,
} from './answer-schema.ts'

/** What a plan consists of, where a tool needs one. */
const planned: ObjectSchema = {
  type: 'object',
  properties: { plan: { type: 'object' }, confirmation: { type: 'string' } },
}

/** More fields than these are written by type, in a third of the tokens. */
const maxNamed = 8

/** The schema of every answer of a tool: those of its actions, and a plan. */
export function outputSchemaOf({ actions }: ToolSpec) {
  const { properties = {} } = mergedSchemas([
    ...actions.map((action) => answerSchemaOf(action)),
    ...(actions.some(mayNeedConfirmation) ? [planned] : []),
  ])
  return { type: 'object' as const, ...fieldsByType(properties) }
}

/** Fields of the same type share a pattern: `^(opens|clicks)$`. */
function fieldsByType(properties: NonNullable<AnswerSchema['properties']>) {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, name === 'items' ? withItems(schema) : written(schema)] as const,
  )
  if (fields.length <= maxNamed) return { properties: Object.fromEntries(fields) }
  const groups = new Map<string, string[]>()
  for (const [name, schema] of fields) {
    const type = JSON.stringify(schema)
    groups.set(type, [...(groups.get(type) ?? []), name])
  }
  const shared = [...groups].filter(([, names]) => names.length > 1)
  const single = [...groups].filter(([, names]) => names.length === 1)
  return {
    properties: Object.fromEntries(single.map(([type, [name = '']]) => [name, JSON.parse(type)])),
    patternProperties: Object.fromEntries(
      shared.map(([type, names]) => [`^(${names.join('|')})$`, JSON.parse(type)]),
    ),
  }
}

/** Objects inside an answer have any fields. */
const written = ({ type, items }: AnswerSchema): object => ({
  ...(type !== undefined && { type }),
  ...(items && { items: written(items) }),
})

/** A page, whose items have the fields of their kind. */
const withItems = ({ items }: AnswerSchema): object => ({
  type: 'array',
  items: { type: 'object', ...fieldsByType(items?.properties ?? {}) },
})
