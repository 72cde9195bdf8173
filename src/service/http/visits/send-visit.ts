import type { ServerResponse } from 'node:http'
import type { PageAnswer } from '../page.ts'

/** An answer as Node takes it: header names and values in turn, and a body of one string. */
interface PreparedVisit {
  status: number
  headers: string[]
  text: string
  encoding: 'utf8' | 'latin1'
}

const visitHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

/** The pixel is the same object each time. */
const prepared = new WeakMap<PageAnswer, PreparedVisit>()

/** Sends the answer to a visit. A text goes into one write with the head, a buffer would be a second. */
export function sendVisit(response: ServerResponse, answer: PageAnswer): void {
  let visit = prepared.get(answer)
  if (!visit) {
    visit = prepare(answer)
    prepared.set(answer, visit)
  }
  response.writeHead(visit.status, visit.headers)
  response.end(visit.text, visit.encoding)
}

function prepare({ status, headers = {}, body = '' }: PageAnswer): PreparedVisit {
  const encoding = typeof body === 'string' ? 'utf8' : 'latin1'
  const text = typeof body === 'string' ? body : body.toString('latin1')
  const length = String(Buffer.byteLength(text, encoding))
  const all = { ...visitHeaders, 'content-length': length, ...headers }
  return { status, headers: Object.entries(all).flat(), text, encoding }
}
