import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  /** Without the prefix `/v3/api`. */
  path: string
  /** The request target as in the request line, with the query. */
  target: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export interface CannedResponse {
  status?: number
  headers?: Record<string, string>
  /** A string is sent unchanged, everything else as JSON. */
  body?: unknown
}

/**
 * `silence` never responds, `hang up` closes the connection, and `half` closes it in the middle of
 * the response body.
 */
export type Reaction = CannedResponse | 'silence' | 'hang up' | 'half'

type Responder = Reaction | ((request: ReceivedRequest) => Reaction | Promise<Reaction>)

const base = '/v3/api'

/** The responses that the specification shows, for its 29 routes. */
const specifiedResponses: Record<string, CannedResponse> = {
  'POST /auth/getToken': { body: { token: 'header.payload.signature' } },
  'POST /auth/logout': { body: { success: true } },
  'POST /senders': { body: { status: 'ok', spf: true, dkim: true } },
  'POST /senders/verify': { body: { status: 'ok' } },
  'GET /senders': { body: [] },
  'GET /campaigns': { body: [] },
  'POST /campaigns': { body: { ok: true } },
  'PUT /campaigns/:/send': { body: { ok: true } },
  'GET /campaigns/:/stats': { body: { opens: 0, clicks: 0 } },
  'POST /lists': { body: { ok: true, id: '12' } },
  'POST /lists/:/contacts': { body: { ok: true } },
  'DELETE /lists/:/contacts/:': { body: { ok: true } },
  'POST /segments': { body: { ok: true, id: 4 } },
  'GET /segments/:/preview': { body: { total: 0 } },
  'POST /users': { body: { ok: true, id: 7 } },
  'GET /users/:': { body: { id: 7, username: 'ana' } },
  'PUT /users/:/role': { body: { ok: true } },
  'POST /templates': { body: { ok: true, id: 9 } },
  'GET /templates/:': { body: { id: 9, html: '<p>Hi</p>' } },
  'GET /dashboard': { body: { sends: 0 } },
  'GET /dashboard/stats': { body: { sends: 0, opens: 0, clicks: 0, bounces: 0 } },
  'GET /search': { body: { campaigns: [], lists: [], contacts: [] } },
  'GET /subscription/:': {
    body: {
      email: 'eva@example.org',
      nombre: 'Eva',
      listData: { name: 'News', description: 'Monthly' },
      customFields: [{ id: 3, name: 'City', value: 'Vigo', type: 'text' }],
    },
  },
  'PUT /subscription/:': { body: { success: true } },
  'DELETE /subscription/:': { body: { success: true } },
  'POST /public/subscribe': { body: { success: true } },
  'POST /public/unsubscribe': { body: { success: true } },
  'POST /automations': { body: { ok: true, id: 2 } },
  'PUT /automations/:/activate': { body: { ok: true } },
}

/** Routes in the form `PUT /campaigns/:/send`. */
export const specifiedRoutes = Object.keys(specifiedResponses)

/** Returns the route of a request, with `:` for every id. */
export const routeOf = ({ method, path }: Pick<ReceivedRequest, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\/(\d+|[qwertyuiops]{7,40}|[^/]+@[^/]+)(?=\/|$)/g, '/:')}`

const unknown: CannedResponse = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><h1>Cannot do that</h1>',
}

/**
 * A third-party server of the same API. `respond` sets the reactions of a path, for example
 * `PUT /campaigns/8/send`: one per request, and the last one for all further requests.
 */
export async function startForeignServer() {
  const requests: ReceivedRequest[] = []
  const programmed = new Map<string, Responder[]>()
  const server = createServer(async (request, response) => {
    const target = request.url ?? ''
    const url = new URL(target, 'http://foreign.example')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path: url.pathname.replace(base, ''),
      target,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(received)
    react(await nextReaction(received), response)
  })

  function nextReaction(received: ReceivedRequest): Reaction | Promise<Reaction> {
    const answers = programmed.get(`${received.method} ${received.path}`)
    const next = answers && answers.length > 1 ? answers.shift() : answers?.[0]
    if (next !== undefined) return typeof next === 'function' ? next(received) : next
    if (!received.target.startsWith(base)) return unknown
    return specifiedResponses[routeOf(received)] ?? unknown
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // An object, because the server listens on a port.
  return {
    origin: `http://127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}${base}`,
    port,
    requests,
    respond(route: string, ...answers: Responder[]) {
      programmed.set(route, answers)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type ForeignServer = Awaited<ReturnType<typeof startForeignServer>>

function react(reaction: Reaction, response: ServerResponse): void {
  if (reaction === 'silence') return
  if (reaction === 'hang up') {
    response.socket?.destroy()
    return
  }
  if (reaction === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"ok":', () => response.socket?.destroy())
    return
  }
  const { status = 200, headers = {}, body } = reaction
  const type = typeof body === 'string' ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, ...headers })
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
}
