import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Endpoint } from '../contract/endpoint.ts'
import { requestShape } from '../contract/request-shape.ts'
import type { Failure, Problem, Values } from '../core/failure.ts'
import { fill } from '../messages/fill.ts'
import { clean } from './clean.ts'
import type { Words } from './words.ts'

/** Data, marked as such: in one text with its mark, and apart for programs. */
export function dataResult(data: object, words: Words): CallToolResult {
  const safe = clean(data, words) as Record<string, unknown> // an object stays one
  return {
    content: [{ type: 'text', text: marked(safe, words) }],
    structuredContent: safe,
  }
}

export const marked = (safe: unknown, { own }: Words): string =>
  `${own.data}\n${JSON.stringify(safe, null, 1)}`

/** A plan is told in our words before its data. */
export function plannedResult(said: string, plan: object, words: Words): CallToolResult {
  const { content, ...result } = dataResult(plan, words)
  return { ...result, content: [{ type: 'text', text: said }, ...content] }
}

export const refusalResult = (...sentences: readonly string[]): CallToolResult => ({
  content: [{ type: 'text', text: sentences.join('\n') }],
  isError: true,
})

/** In our own sentences alone: what a server says may be meant for the assistant. */
export function failureResult(
  { code, details }: Failure,
  words: Words,
  endpoint?: Endpoint,
): CallToolResult {
  const { values = {}, problems = [], server } = details
  const known = server && !ownValues.has(code) ? numbersOf(values) : values
  const told = [fill(words.failures[code].sentence, known)]
  const isForeign = server !== undefined
  for (const problem of problems) told.push(said(problem, { words, endpoint, isForeign }))
  return refusalResult(...told, `(${code})`)
}

/** Of these the client names the values itself, though a server refused. */
const ownValues = new Set(['not_offered', 'not_the_api'])

const numbersOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'))

interface Saying {
  words: Words
  endpoint?: Endpoint | undefined
  /** It was found by a server, which may name any field. */
  isForeign: boolean
}

function said(
  { field, code, values = {} }: Problem,
  { words, endpoint, isForeign }: Saying,
): string {
  const message = fill(words.problems[code], values)
  const place = isForeign ? knownPlace(field, endpoint) : field
  return place === undefined ? message : words.own.field(place, message)
}

/** As much of a place as is a name of ours, numbers and groups of rules. */
function knownPlace(field: string, endpoint: Endpoint | undefined): string | undefined {
  const [place, name = ''] = /^(\w+)(?:[./[]+(?:\d+|rules)\]?)*/.exec(field) ?? []
  return endpoint && Object.hasOwn(requestShape(endpoint).shape, name) ? place : undefined
}
