import { expect, test } from 'vitest'
import { contract, endpoints } from '../../../src/contract/index.ts'
import { tokensOf } from '../../../src/contract/path.ts'
import { fieldMessage, loadEndpointMessages, messageOf } from '../../../src/messages/endpoints.ts'
import { commands } from '../../../src/messages/es/commands.ts'

const spanish = await loadEndpointMessages('es')
const languages = [await loadEndpointMessages('en'), spanish]

const each = test.each(endpoints.map((named) => [named.id, named] as const))

each('%s has a summary in both languages', (_, { noun, verb }) => {
  for (const words of languages) expect(messageOf(words, noun, verb).summary).toMatch(/^\p{Lu}/u)
})

each('%s: every field that a caller gives has a sentence in both languages', (_, named) => {
  const { path, query, body } = named.endpoint
  const shapes =
    body.kind === 'json' ? [body.schema] : body.kind === 'rows' ? [body.row, body.rest] : []
  const names = [query, ...shapes].flatMap(({ shape }) => Object.keys(shape))
  for (const words of languages) {
    const silent = [...tokensOf(path), ...names].filter(
      (name) => fieldMessage(words, named.noun, name) === undefined,
    )
    expect(silent).toEqual([])
  }
})

test('there are words for endpoints that exist, and for no others', () => {
  for (const { nouns } of languages) {
    for (const [noun, { verbs }] of Object.entries(nouns)) {
      const declared = Object.entries(contract).find(([name]) => name === noun)?.[1] ?? {}
      expect(Object.keys(verbs).sort(), noun).toEqual(Object.keys(declared).sort())
    }
  }
})

test('both languages describe the same endpoints and the same fields', () => {
  const keysOf = (value: object): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? [key] : keysOf(inner).map((rest) => `${key}.${rest}`),
    )
  const [english = {}, spanish = {}] = languages
  expect(keysOf(spanish)).toEqual(keysOf(english))
})

test('in Spanish every command is described by an infinitive', () => {
  const described = [
    ...endpoints.map(({ noun, verb }) => messageOf(spanish, noun, verb).summary),
    ...Object.values(commands.verbs),
  ]
  expect(
    described.filter((summary) => !/^\p{Lu}\p{Ll}*[aei]r(?:se)?(?: |$)/u.test(summary)),
  ).toEqual([])
})
