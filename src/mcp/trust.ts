import type { Fields } from '../client/request.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { componentSchemas, type JsonSchema, jsonSchemaOf } from '../contract/json-schema.ts'
import { requestShape } from '../contract/request-shape.ts'
import { allScopes } from '../contract/scopes.ts'
import { contactFieldTypes } from '../contract/segment-fields.ts'
import type { Values } from '../core/failure.ts'

/** What of a server's error an assistant may read: words that we or the assistant itself wrote. */
export interface Trust {
  /** Numbers, and lists of known words. */
  values(values: Values): Values
  /** The known part of the place of a problem: `/nodes/2/config/html`, or `contacts.0.email`. */
  place(field: string): string | undefined
}

export function trustOf({ endpoint, request }: { endpoint: Endpoint; request: Fields }): Trust {
  const shape = requestShape(endpoint)
  const known = new Set([
    ...vocabulary(),
    ...wordsIn(jsonSchemaOf(shape, 'input')),
    ...textsIn(request),
  ])
  return {
    values: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => {
          const trusted = typeof value === 'number' ? value : trustedList(value, known)
          return trusted === '' ? [] : [[name, trusted]]
        }),
      ),
    place(field) {
      const [, first = '', rest = ''] = /^\/?(\w+)(.*)$/s.exec(field) ?? []
      if (!Object.hasOwn(shape.shape, first)) return undefined
      const place = [field.startsWith('/') ? `/${first}` : first]
      for (const [part, word = ''] of rest.matchAll(/[./[]+([^./[\]]*)\]?/g)) {
        if (!/^\d{1,6}$/.test(word) && !known.has(word)) break
        place.push(part)
      }
      return place.join('')
    },
  }
}

/** The known words of a list such as `eq, neq`; empty if there are none. */
const trustedList = (list: string, known: ReadonlySet<string>): string =>
  list
    .split(', ')
    .filter((word) => known.has(word))
    .join(', ')

let words: ReadonlySet<string> | undefined

/** The words of the contract: names of fields, choices and scopes. */
function vocabulary(): ReadonlySet<string> {
  words ??= new Set([
    ...wordsIn(componentSchemas()),
    ...Object.keys(contactFieldTypes),
    ...allScopes,
  ])
  return words
}

function wordsIn(schema: object): string[] {
  return Object.entries(schema as JsonSchema).flatMap(([name, value]) => {
    if (name === 'properties') return [...Object.keys(value as object), ...wordsIn(value as object)] // by JSON Schema
    if (name === 'enum') return (value as unknown[]).map(String) // likewise
    if (name === 'const') return [String(value)]
    return typeof value === 'object' && value !== null ? wordsIn(value) : []
  })
}

/** Short texts and names in a request, such as the names of nodes. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length <= 64 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    Array.isArray(value) ? textsIn(each) : [name, ...textsIn(each)],
  )
}
