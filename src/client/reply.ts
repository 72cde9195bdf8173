import type { Readable } from 'node:stream'
import type { Endpoint } from '../contract/endpoint.ts'
import { Failure } from '../core/failure.ts'
import { bareUrl, failureOf, type RequestTarget, readErrorResponse } from './error-response.ts'
import type { Answered } from './outcome.ts'
import { isData, readContent, readOne, readPage } from './tolerant-reader.ts'

export interface Reply<Data> {
  /** The data of the response, not validated. */
  data: Data
  status: number
  headers: Answered['headers']
  requestId?: string
  /** The server has processed this request before and repeats its first response. */
  isRepeated: boolean
}

export function replyOf<Data>({ status, headers }: Answered, data: Data): Reply<Data> {
  const requestId = headers['x-request-id']
  return {
    data,
    status,
    headers,
    ...(requestId && { requestId }),
    isRepeated: headers['idempotency-replayed'] === 'true',
  }
}

interface ReadOptions {
  target: RequestTarget
  /** Whether the request can safely be repeated. */
  isHarmless: boolean
  now: number
}

/**
 * Reads the data of a 2xx response. Throws if the body reports a failure, or does not come from the
 * API.
 */
export function readData(endpoint: Endpoint, answered: Answered, reading: ReadOptions): unknown {
  const { target, isHarmless, now } = reading
  const content = readContent(answered.text)
  if (content.kind === 'html') {
    // A proxy's login page, for example. The outcome of the request is unknown.
    throw isHarmless
      ? notTheApi(target, answered)
      : new Failure('outcome_unknown', serverDetails(answered))
  }
  if (content.kind === 'text') {
    if (isHarmless) throw new Failure('unreadable_answer', serverDetails(answered))
    return { message: content.text }
  }
  const value = content.kind === 'json' ? content.value : undefined
  if (reportsFailure(value)) throw failureOf(readErrorResponse(answered, now), target)
  if (endpoint.output.kind !== 'list') return readOne(value)
  const page = readPage(value, answered.headers, endpoint.path)
  if (!page) throw new Failure('unreadable_answer', serverDetails(answered))
  return page
}

/**
 * The specification defines `ok` and `success` as booleans: they can report a failure despite a 2xx
 * status.
 */
const reportsFailure = (value: unknown): boolean =>
  isData(value) && (value.ok === false || value.success === false)

/**
 * Returns the stream of an accepted content type. Other servers may respond with JSON or HTML
 * instead.
 */
export function readStream(answered: Answered, accepted: string, target: RequestTarget): Readable {
  const stream = answered.stream as Readable // The request asked for a stream.
  const type = answered.headers['content-type'] ?? ''
  const isPage = type.includes('text/html')
  const isOther = type.includes('/json') && !accepted.includes('/json')
  if (!isPage && !isOther) return stream
  stream.on('error', () => {}).destroy() // undici reports the early end as an error
  throw isPage
    ? notTheApi(target, answered)
    : new Failure('not_offered', { values: { what: accepted }, ...serverDetails(answered) })
}

/** Returns JSON, text, or undefined for an empty body. */
export function readAnything({ text }: Answered): unknown {
  const content = readContent(text)
  if (content.kind === 'json') return content.value
  return content.kind === 'empty' ? undefined : text
}

const notTheApi = ({ url }: RequestTarget, answered: Answered): Failure =>
  new Failure('not_the_api', { values: { url: bareUrl(url) }, ...serverDetails(answered) })

function serverDetails({ status, headers }: Answered) {
  const requestId = headers['x-request-id']
  return { server: { status, ...(requestId && { requestId }) } }
}
