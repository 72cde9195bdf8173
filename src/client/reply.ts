import type { Readable } from 'node:stream'
import type { Endpoint } from '../contract/endpoint.ts'
import { Failure } from '../core/failure.ts'
import type { Answered } from './outcome.ts'
import { type Asked, bareUrl, readRefusal, refusalFailure } from './refusal.ts'
import { isData, readContent, readOne, readPage } from './tolerant.ts'

export interface Reply<Data> {
  /** As the server gave it: read, never checked. */
  data: Data
  status: number
  headers: Answered['headers']
  requestId?: string
  /** The server had done this before, and gave the first answer again. */
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

export interface Reading {
  asked: Asked
  /** Whether it may simply be asked again. */
  isHarmless: boolean
  now: number
}

/** What a good answer holds. Throws when it says no after all, or is not the API's. */
export function readData(endpoint: Endpoint, answered: Answered, reading: Reading): unknown {
  const { asked, isHarmless, now } = reading
  const content = readContent(answered.text)
  if (content.kind === 'html') {
    // A log-in page on the way, say: nobody knows what became of the request.
    throw isHarmless ? notTheApi(asked, answered) : new Failure('outcome_unknown', said(answered))
  }
  if (content.kind === 'text') {
    if (isHarmless) throw new Failure('unreadable_answer', said(answered))
    return { message: content.text }
  }
  const value = content.kind === 'json' ? content.value : undefined
  if (saysNo(value)) throw refusalFailure(readRefusal(answered, now), asked)
  if (endpoint.output.kind !== 'list') return readOne(value)
  const page = readPage(value, answered.headers, endpoint.path)
  if (!page) throw new Failure('unreadable_answer', said(answered))
  return page
}

/** The specification's `ok` and `success` are booleans: they may say no, whatever the status says. */
const saysNo = (value: unknown): boolean =>
  isData(value) && (value.ok === false || value.success === false)

/** A stream of what was accepted; other servers answer with JSON, or a page, all the same. */
export function readStream(answered: Answered, accepted: string, asked: Asked): Readable {
  const stream = answered.stream as Readable // what the exchange was told to want
  const type = answered.headers['content-type'] ?? ''
  const isPage = type.includes('text/html')
  const isOther = type.includes('/json') && !accepted.includes('/json')
  if (!isPage && !isOther) return stream
  stream.on('error', () => {}).destroy() // undici reports the early end as an error
  throw isPage
    ? notTheApi(asked, answered)
    : new Failure('not_offered', { values: { what: accepted }, ...said(answered) })
}

/** As it came: JSON, text, or undefined for nothing. */
export function readAnything({ text }: Answered): unknown {
  const content = readContent(text)
  if (content.kind === 'json') return content.value
  return content.kind === 'empty' ? undefined : text
}

const notTheApi = ({ url }: Asked, answered: Answered): Failure =>
  new Failure('not_the_api', { values: { url: bareUrl(url) }, ...said(answered) })

function said({ status, headers }: Answered) {
  const requestId = headers['x-request-id']
  return { server: { status, ...(requestId && { requestId }) } }
}
