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

/** What a server said when it refused. */
export interface Refusal {
  server: ServerAnswer
  /** The body has a code where a code stands, not only a word in a text. */
  hasCode: boolean
  problems: Problem[]
  values: Values
  retryAfterMs?: number
}

export interface Asked {
  endpoint: Pick<Endpoint, 'method' | 'path' | 'shown' | 'failures'>
  url: string
}

export function readRefusal({ status, headers, text }: Answered, now: number): Refusal {
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

/** A refusal in our own codes; the server's stays beside it. */
export function refusalFailure(refusal: Refusal, { endpoint, url }: Asked): Failure {
  const { server, problems, retryAfterMs } = refusal
  const code = codeFor(refusal, endpoint)
  return new Failure(code, {
    values: valuesFor(code, refusal, { endpoint, url }),
    ...(problems.length > 0 && { problems }),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
    server,
  })
}

function valuesFor(code: FailureCode, { values }: Refusal, { endpoint, url }: Asked): Values {
  if (code === 'not_offered') return { what: `${endpoint.method} ${endpoint.path}` }
  return code === 'not_the_api' ? { url: bareUrl(url) } : values
}

/** Without the query, where people put what they would rather not see repeated. */
export function bareUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

export const isLogin = ({ path }: Pick<Endpoint, 'path'>): boolean => path === '/auth/getToken'

function codeFor({ server, hasCode }: Refusal, endpoint: Asked['endpoint']): FailureCode {
  const { status, code } = server
  if (status === 404 && isLogin(endpoint)) return 'not_the_api'
  if (status === 405 || status === 501 || code === 'no_such_route') return 'not_offered'
  if (status === 404 && !hasCode) return endpoint.shown ? 'not_found' : 'not_offered'
  if (status >= 500) return 'unavailable'
  return ourCode(code) ?? codeOfStatus(status, endpoint)
}

/** A code of ours that can travel in a refusal; elsewhere the same word may mean anything. */
function ourCode(code: string | undefined): FailureCode | undefined {
  if (code === undefined || !Object.hasOwn(failureTable, code)) return undefined
  const { status } = failureTable[code as FailureCode] // `hasOwn` has looked
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

function codeOfStatus(status: number, endpoint: Asked['endpoint']): FailureCode {
  if (status === 401 && isLogin(endpoint)) return 'bad_credentials'
  if (status === 410 && endpoint.failures.includes('unsubscribed')) return 'unsubscribed'
  return statusCodes[status] ?? 'invalid'
}
