import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Output, Page } from '../../contract/endpoint.ts'
import type { Call, FileAnswer } from '../handler.ts'
import { fileHeaders } from './file.ts'
import { writeListCsv } from './list-csv.ts'
import { pageHeaders, pickFields } from './paging.ts'

export interface Sending {
  endpoint: Endpoint
  call: Call
  request: FastifyRequest
  reply: FastifyReply
  /** Of a list as CSV: the page that begins at a cursor. */
  turnTo(cursor: string): Promise<unknown>
  /** Told what went wrong when the answer had begun already. */
  onBroken(error: unknown): void
}

type ListOutput = Extract<Output, { kind: 'list' }>

/** An answer, as its endpoint's kind of output goes out. */
export function send(answer: unknown, sending: Sending): FastifyReply {
  const { endpoint, call, reply } = sending
  const { output } = endpoint
  reply.headers(call.headers)
  if (output.kind === 'list') return sendList(answer as Page<object>, output, sending) // the contract's type of a list
  if (output.kind !== 'file') return reply.send(answer)
  const { name, type, pieces } = answer as FileAnswer // likewise of a file
  reply.headers(fileHeaders(name, type))
  return reply.send(streamOf(pieces, sending))
}

/** Whether a list goes out whole, page after page: as CSV, where no limit says how much is wanted. */
export const isWholeList = ({ output }: Endpoint, { accept }: Call, query: object): boolean =>
  output.kind === 'list' && output.csv && accept === 'csv' && !Object.hasOwn(query, 'limit')

function sendList(page: Page<object>, { item, csv }: ListOutput, sending: Sending): FastifyReply {
  const { endpoint, call, request, reply } = sending
  const url = new URL(request.url, `${request.protocol}://${request.host}`)
  const fields = url.searchParams.get('fields') ?? undefined
  if (!csv || call.accept !== 'csv') {
    reply.headers(pageHeaders(page, url))
    return reply.send(pickFields(page.items, fields))
  }
  const columns = fields?.split(',').map((name) => name.trim()) ?? Object.keys(item.shape)
  reply.type('text/csv; charset=utf-8')
  if (!isWholeList(endpoint, call, request.query as object)) {
    reply.headers(pageHeaders(page, url))
    return reply.send(streamOf(writeListCsv(columns, [page.items]), sending))
  }
  return reply.send(streamOf(writeListCsv(columns, pagesFrom(page, sending)), sending))
}

async function* pagesFrom(first: Page<object>, { turnTo }: Sending) {
  let page = first
  yield page.items
  while (page.nextCursor !== undefined) {
    page = (await turnTo(page.nextCursor)) as Page<object> // the same list's
    yield page.items
  }
}

/** Pieces are made as fast as they leave. */
const streamOf = (pieces: FileAnswer['pieces'], { reply, onBroken }: Sending): Readable =>
  Readable.from(pieces, { objectMode: false }).on('error', (error) => {
    // Until then the error handler can still answer with a problem.
    if (reply.raw.headersSent) onBroken(error)
  })
