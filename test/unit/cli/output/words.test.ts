import { expect, test } from 'vitest'
import { commandPaths, loadCommand } from '../../../../src/cli/commands/index.ts'
import type { Column, View } from '../../../../src/cli/output/document.ts'
import type { Endpoint } from '../../../../src/contract/endpoint.ts'
import { languages } from '../../../../src/core/language.ts'
import { messages } from '../../../../src/messages/all.ts'

/** What people type as it is shown: codes for --allow, operators for conditions, names of events. */
const typedAsShown = new Set(['code', 'operators', 'events'])

type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>

test('every choice of the contract that a table or card shows has a word in both languages', async () => {
  const shown: [path: string, words: string, value: string][] = []
  for (const path of commandPaths) {
    const { endpoint, view } = (await loadCommand(path)) ?? {}
    const schema = endpoint && schemaOf(endpoint)
    if (!schema) continue
    for (const { field, words = field.split('.').at(-1) ?? '' } of columnsOf(view ?? {})) {
      if (typedAsShown.has(words)) continue
      for (const value of choicesAt(schema, field.split('.'))) shown.push([path, words, value])
    }
  }
  expect(shown.length).toBeGreaterThan(150)
  for (const language of languages) {
    const values: Tables = messages[language].values
    const missing = shown.filter(([, words, value]) => values[words]?.[value] === undefined)
    expect(missing).toEqual([])
  }
})

test('both languages have words for the same values, and Spanish ones are Spanish', () => {
  const [en, es]: Tables[] = [messages.en.values, messages.es.values]
  const namesOf = (values: Tables = {}) =>
    Object.entries(values).map(([words, table]) => [words, Object.keys(table)])
  expect(namesOf(es)).toEqual(namesOf(en))
  const same = Object.entries(en ?? {}).flatMap(([words, table]) =>
    Object.entries(table)
      .filter(([value, word]) => es?.[words]?.[value] === word)
      .map(([, word]) => word),
  )
  expect(new Set(same)).toEqual(new Set(['error', 'no', 'TXT', 'CNAME', 'API']))
})

const schemaOf = ({ output }: Endpoint): unknown =>
  output.kind === 'one' ? output.schema : output.kind === 'list' ? output.item : undefined

const columnsOf = ({ columns = [], fields = [], apart, sections = [] }: View): Column[] => [
  ...columns,
  ...fields,
  ...(apart?.columns ?? []),
  ...sections.flatMap(({ field, columns: inner }) =>
    inner.map((column) => ({ ...column, field: `${field}.${column.field}` })),
  ),
]

// biome-ignore lint/suspicious/noExplicitAny: zod's definitions have a shape per type
function choicesAt(schema: any, path: readonly string[]): string[] {
  const { def } = schema
  const [head = '', ...rest] = path
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return choicesAt(def.innerType, path)
    case 'array':
      return choicesAt(def.element, path)
    case 'union':
      return def.options.flatMap((option: unknown) => choicesAt(option, path))
    case 'object':
      return path.length > 0 && def.shape[head] ? choicesAt(def.shape[head], rest) : []
    case 'record':
      return path.length > 0 ? choicesAt(def.valueType, rest) : []
    case 'enum':
      return path.length === 0 ? Object.values<string>(def.entries) : []
    default:
      return []
  }
}
