import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Fields } from '../client/request.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Failure, Problem } from '../core/failure.ts'
import { fill, isFilled } from '../messages/fill.ts'
import { clean } from './clean.ts'
import type { McpMessages } from './messages.ts'
import { type Trust, trustOf } from './trust.ts'

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

interface FailedRequest {
  endpoint: Endpoint
  request: Fields
}

/** Describes a failure in our own sentences only: a server's text may contain instructions. */
export function failureResult(
  { code, details }: Failure,
  messages: McpMessages,
  failed: FailedRequest,
): CallToolResult {
  const { values = {}, problems = [], server } = details
  const isForeign = server !== undefined
  const trust = isForeign ? trustOf(failed) : undefined
  const known = trust && !trustedCodes.has(code) ? trust.values(values) : values
  const sentences = [fill(messages.failures[code].sentence, known)]
  for (const problem of problems) sentences.push(sentenceOf(problem, messages, trust))
  return refusalResult(...sentences, `(${code})`)
}

/** Failures of a server whose values come from the client. */
const trustedCodes = new Set(['not_offered', 'not_the_api'])

function sentenceOf(
  { field, code, values = {} }: Problem,
  messages: McpMessages,
  trust: Trust | undefined,
): string {
  const known = trust ? trust.values(values) : values
  const place = trust ? trust.place(field) : field
  const template = messages.problems[code]
  // A sentence without its values would say nothing. Its code does.
  const message = isFilled(template, known) ? fill(template, known) : `(${code})`
  return place === undefined ? message : messages.assistant.field(place, message)
}
