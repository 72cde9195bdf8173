import type { Endpoint } from '../contract/endpoint.ts'
import {
  Failure,
  type FailureCode,
  failureTable,
  type Problem,
  type ServerAnswer,
  type Values,
} from '../core/failure.ts'
import { readErrorBody } from './error-body.ts'
import type { Answered } from './outcome.ts'
import { readRetryAfter } from './retry.ts'

/** An error response of a server. */
interface ErrorResponse {
  server: ServerAnswer
  /** The code comes from a field named `code`, not from a text. */
  hasCode: boolean
  problems: Problem[]
  values: Values
  retryAfterMs?: number
}

export interface RequestTarget {
  endpoint: Pick<Endpoint, 'method' | 'path' | 'shown' | 'failures'>
  url: string
}

export function readErrorResponse({ status, headers, text }: Answered, now: number): ErrorResponse {
  const { code, hasCode, message, problems, values, ...body } = readErrorBody(text, status)
  const requestId = headers['x-request-id'] ?? body.requestId
  const retryAfterMs = readRetryAfter(headers['retry-after'], now)
  return {
    server: {
      status,
      ...(code && { code }),
      ...(message && { message }),
      ...(requestId && { requestId }),
    },
    hasCode,
    problems,
    values,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** Converts the response to a failure with one of our codes. The server's own error is attached. */
export function failureOf(refusal: ErrorResponse, { endpoint, url }: RequestTarget): Failure {
  const { server, problems, retryAfterMs } = refusal
  const code = codeFor(refusal, endpoint)
  return new Failure(code, {
    values: valuesFor(code, refusal, { endpoint, url }),
    ...(problems.length > 0 && { problems }),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    server,
  })
}

function valuesFor(
  code: FailureCode,
  { values }: ErrorResponse,
  { endpoint, url }: RequestTarget,
): Values {
  if (code === 'not_offered') return { what: `${endpoint.method} ${endpoint.path}` }
  return code === 'not_the_api' ? { url: bareUrl(url) } : values
}

/** Removes the query, which can contain private data. */
export function bareUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

export const isLogin = ({ path }: Pick<Endpoint, 'path'>): boolean => path === '/auth/getToken'

function codeFor(
  { server, hasCode }: ErrorResponse,
  endpoint: RequestTarget['endpoint'],
): FailureCode {
  const { status, code } = server
  if (status === 404 && isLogin(endpoint)) return 'not_the_api'
  if (status === 405 || status === 501 || code === 'no_such_route') return 'not_offered'
  if (status === 404 && !hasCode) return endpoint.shown ? 'not_found' : 'not_offered'
  if (status >= 500) return 'unavailable'
  return ourCode(code) ?? codeOfStatus(status, endpoint)
}

/**
 * Returns the server's code if it is one of ours and belongs to a 4xx status. On another server the
 * same word can mean anything.
 */
function ourCode(code: string | undefined): FailureCode | undefined {
  if (code === undefined || !Object.hasOwn(failureTable, code)) return undefined
  const { status } = failureTable[code as FailureCode] // checked by `hasOwn`
  return status >= 400 && status < 500 ? (code as FailureCode) : undefined
}

const statusCodes: Record<number, FailureCode> = {
  401: 'unauthorized',
  402: 'quota_exceeded',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_acceptable',
  408: 'timed_out',
  409: 'conflict',
  410: 'not_found',
  412: 'edited_meanwhile',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

function codeOfStatus(status: number, endpoint: RequestTarget['endpoint']): FailureCode {
  if (status === 401 && isLogin(endpoint)) return 'bad_credentials'
  if (status === 410 && endpoint.failures.includes('unsubscribed')) return 'unsubscribed'
  return statusCodes[status] ?? 'invalid'
}
