import { contactFieldTypes, operatorsOf } from '../contract/segment-fields.ts'
import type { AssistantMessages } from '../messages/mcp.ts'
import { type Components, notationOf } from './notation.ts'

/** The notation of conditions, their fields by type, and the operators of each type. */
export function segmentNotes(components: Components, assistant: AssistantMessages): string {
  const notation = notationOf({ $ref: '/Conditions' }, components)
  const fields = grouped(Object.entries(contactFieldTypes)).map(
    ([type, names]) => `${names.join(', ')} (${type})`,
  )
  const operators = grouped(
    Object.entries(operatorsOf).map(([type, each]) => [type, each.join(' ')]),
  ).map(([each, types]) => `${types.join(', ')}: ${each}`)
  return assistant.conditions(notation, fields.join('; '), operators.join('; '))
}

/** Names by their value, in the order of the first of each. */
function grouped(entries: readonly (readonly [name: string, value: string])[]) {
  const groups = new Map<string, string[]>()
  for (const [name, value] of entries) groups.set(value, [...(groups.get(value) ?? []), name])
  return [...groups]
}
