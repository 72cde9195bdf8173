import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Output, Page } from '../../contract/endpoint.ts'
import type { Call, FileAnswer } from '../handler.ts'
import { fileHeaders } from './attachment.ts'
import { writeListCsv } from './list-csv.ts'
import { pageHeaders, pickFields } from './paging.ts'

interface SendOptions {
  endpoint: Endpoint
  call: Call
  request: FastifyRequest
  reply: FastifyReply
  /** Without a trailing slash. */
  publicUrl: string
  /** Returns the page of a CSV list that starts at a cursor. */
  readPage(cursor: string): Promise<unknown>
  /** Produces the chunks of a file in turns with other accounts. */
  inTurns<Chunk>(chunks: AsyncIterable<Chunk>): AsyncIterable<Chunk>
  /** Called with an error that occurs after the answer has started. */
  onBroken(error: unknown): void
}

type ListOutput = Extract<Output, { kind: 'list' }>

/** Sends an answer according to the output kind of its endpoint. */
export function send(answer: unknown, sending: SendOptions): FastifyReply {
  const { endpoint, call, reply } = sending
  const { output } = endpoint
  reply.headers(call.headers)
  if (output.kind === 'list') return sendList(answer as Page<object>, output, sending) // the contract's type of a list
  if (output.kind !== 'file') return reply.send(answer)
  const { name, type, chunks } = answer as FileAnswer // likewise of a file
  reply.headers(fileHeaders(name, type))
  return reply.send(streamOf(chunks, sending))
}

/** Whether a list is sent completely, page after page: as CSV without a `limit`. */
export const isWholeList = ({ output }: Endpoint, { accept }: Call, query: object): boolean =>
  output.kind === 'list' && output.csv && accept === 'csv' && !Object.hasOwn(query, 'limit')

function sendList(
  page: Page<object>,
  { item, csv }: ListOutput,
  sending: SendOptions,
): FastifyReply {
  const { endpoint, call, request, reply, publicUrl } = sending
  // Without the origin that a request may contain. Like the Host header, the client chooses it.
  const url = new URL(publicUrl + request.url.replace(/^https?:\/\/[^/]*/i, ''))
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

async function* pagesFrom(first: Page<object>, { readPage }: SendOptions) {
  let page = first
  yield page.items
  while (page.nextCursor !== undefined) {
    page = (await readPage(page.nextCursor)) as Page<object> // a page of the same list
    yield page.items
  }
}

/** Chunks are produced as fast as the client reads them. */
const streamOf = (
  chunks: FileAnswer['chunks'],
  { reply, inTurns, onBroken }: SendOptions,
): Readable =>
  Readable.from(inTurns(chunks), { objectMode: false }).on('error', (error) => {
    // Before the headers are sent, the error handler can still answer with a problem.
    if (reply.raw.headersSent) onBroken(error)
  })
