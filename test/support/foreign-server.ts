import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it arrived. */
export interface Heard {
  method: string
  /** Below `/v3/api`. */
  path: string
  /** As written in the request line, with its query. */
  target: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export interface Said {
  status?: number
  headers?: Record<string, string>
  /** Text as it is; anything else as JSON. */
  body?: unknown
}

/** `silence` never answers; `hang up` closes the connection; `half` closes it within the answer. */
export type Reaction = Said | 'silence' | 'hang up' | 'half'

type Answers = Reaction | ((heard: Heard) => Reaction | Promise<Reaction>)

const base = '/v3/api'

/** The 29 routes that the specification shows, answered as it shows them, and nothing more. */
const specified: Record<string, Said> = {
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

/** `PUT /campaigns/:/send` */
export const shownRoutes = Object.keys(specified)

/** A request as the name of its route. */
export const routeOf = ({ method, path }: Pick<Heard, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\/(\d+|[qwertyuiops]{7,40}|[^/]+@[^/]+)(?=\/|$)/g, '/:')}`

const unknown: Said = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><h1>Cannot do that</h1>',
}

/**
 * A server of the same API that others wrote. `answer` programs a route (`PUT /campaigns/8/send`):
 * one reaction after the other, the last one for ever.
 */
export async function startForeignServer() {
  const heard: Heard[] = []
  const programmed = new Map<string, Answers[]>()
  const server = createServer(async (request, response) => {
    const target = request.url ?? ''
    const url = new URL(target, 'http://foreign.example')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one: Heard = {
      method: request.method ?? '',
      path: url.pathname.replace(base, ''),
      target,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    heard.push(one)
    react(await nextFor(one), response)
  })

  function nextFor(one: Heard): Reaction | Promise<Reaction> {
    const answers = programmed.get(`${one.method} ${one.path}`)
    const next = answers && answers.length > 1 ? answers.shift() : answers?.[0]
    if (next !== undefined) return typeof next === 'function' ? next(one) : next
    if (!one.target.startsWith(base)) return unknown
    return specified[routeOf(one)] ?? unknown
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return {
    origin: `http://127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}${base}`,
    port,
    heard,
    answer(route: string, ...answers: Answers[]) {
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
