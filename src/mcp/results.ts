import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Endpoint } from '../contract/endpoint.ts'
import { requestShape } from '../contract/request-shape.ts'
import { allScopes } from '../contract/scopes.ts'
import type { Failure, Problem, Values } from '../core/failure.ts'
import { fill } from '../messages/fill.ts'
import { clean } from './clean.ts'
import type { McpMessages } from './messages.ts'

/** Data as a text with a label that it is data, and as structured content for programs. */
export function dataResult(data: object, messages: McpMessages): CallToolResult {
  const safe = clean(data, messages) as Record<string, unknown> // the result for an object is an object
  return {
    content: [{ type: 'text', text: labelled(safe, messages) }],
    structuredContent: safe,
  }
}

export const labelled = (safe: unknown, { assistant }: McpMessages): string =>
  `${assistant.data}\n${JSON.stringify(safe)}`

/** A plan with an introduction in our own words. */
export function plannedResult(
  introduction: string,
  plan: object,
  messages: McpMessages,
): CallToolResult {
  const { content, ...result } = dataResult(plan, messages)
  return { ...result, content: [{ type: 'text', text: introduction }, ...content] }
}

export const refusalResult = (...sentences: readonly string[]): CallToolResult => ({
  content: [{ type: 'text', text: sentences.join('\n') }],
  isError: true,
})

/** Describes a failure in our own sentences only: a server's text may contain instructions. */
export function failureResult(
  { code, details }: Failure,
  messages: McpMessages,
  endpoint?: Endpoint,
): CallToolResult {
  const { values = {}, problems = [], server } = details
  const known = server && !trustedCodes.has(code) ? trustedOf(values) : values
  const sentences = [fill(messages.failures[code].sentence, known)]
  const isForeign = server !== undefined
  for (const problem of problems)
    sentences.push(sentenceOf(problem, { messages, endpoint, isForeign }))
  return refusalResult(...sentences, `(${code})`)
}

/** Failures of a server whose values come from the client. */
const trustedCodes = new Set(['not_offered', 'not_the_api'])

/** Numbers and scopes are no instructions. */
const trustedOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => typeof value === 'number' || allScopes.some((scope) => scope === value),
    ),
  )

interface SentenceOptions {
  messages: McpMessages
  endpoint?: Endpoint | undefined
  /** Whether a server reported it. The name of the field is then untrusted. */
  isForeign: boolean
}

function sentenceOf(
  { field, code, values = {} }: Problem,
  { messages, endpoint, isForeign }: SentenceOptions,
): string {
  const message = fill(messages.problems[code], values)
  const path = isForeign ? knownPath(field, endpoint) : field
  return path === undefined ? message : messages.assistant.field(path, message)
}

/** The trusted part of a field's path: a known name, indexes and groups of rules. */
function knownPath(field: string, endpoint: Endpoint | undefined): string | undefined {
  const [path, name = ''] = /^(\w+)(?:[./[]+(?:\d+|rules)\]?)*/.exec(field) ?? []
  return endpoint && Object.hasOwn(requestShape(endpoint).shape, name) ? path : undefined
}
