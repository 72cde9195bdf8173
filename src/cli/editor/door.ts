import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock } from '../../core/clock.ts'
import { closeServer } from '../close-server.ts'
import { createSession } from './session.ts'

/** A message of the longest kind, escaped as JSON. */
const mostBytes = 16 * 1024 * 1024

/** Whoever is still being answered when it ends gets so long. */
const graceMs = 2000

export interface PageFile {
  type: string
  body: string | Buffer
}

/** A call of the page, answered with what becomes JSON. */
export type Answer = (input: Readonly<Record<string, unknown>>) => Promise<object>

export interface DoorSettings {
  clock: Clock
  /** By path; what anybody may read. */
  files: ReadonlyMap<string, PageFile>
  /** By the last part of their address, for the session alone. */
  answers: Readonly<Record<string, Answer>>
  /** Which a page's own scripts may not loosen. */
  policy: string
  explain(error: unknown): { status: number; body: object }
  /** Ends it when nobody has called for so long. */
  idleMs: number
}

export interface Door {
  /** With the key to it, for one browser and one time. */
  link: string
  /** Resolves when nobody has called for `idleMs`. */
  idle: Promise<void>
  close(): Promise<void>
}

/** A server for one browser on this machine, at a port that nobody knows before. */
export async function openDoor(settings: DoorSettings): Promise<Door> {
  const { clock, idleMs } = settings
  const session = createSession()
  const closing = new AbortController()
  let calledAt = clock.now()
  let host = ''

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of headersFor(settings.policy)) response.setHeader(name, value)
    // A page of elsewhere can reach this port, by a name of its own too (DNS rebinding).
    if (request.headers.host !== host) return refuse(response, 421)
    const { pathname } = new URL(request.url ?? '/', `http://${host}`)
    if (request.method === 'GET') return sendFile(response, settings.files.get(pathname))
    if (request.method !== 'POST') return refuse(response, 405)
    if (request.headers.origin !== `http://${host}`) return refuse(response, 403)
    if (request.headers['content-type'] !== 'application/json') return refuse(response, 415)
    const input = await readJson(request)
    if (input === undefined) return refuse(response, 400)
    if (pathname === '/session') {
      const key = session.exchange(input.link)
      return key ? sendJson(response, 200, { key }) : refuse(response, 403)
    }
    if (!session.isKey(request.headers['x-editor-session'])) return refuse(response, 403)
    calledAt = clock.now()
    const name = pathname.replace(/^\/answers\//, '')
    const answer = Object.hasOwn(settings.answers, name) ? settings.answers[name] : undefined
    if (!answer) return refuse(response, 404)
    try {
      sendJson(response, 200, await answer(input))
    } catch (error) {
      const { status, body } = settings.explain(error)
      sendJson(response, status, body)
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy()) // the browser has gone
  })
  const port = await listen(server)
  host = `127.0.0.1:${port}`

  async function idle(): Promise<void> {
    while (!closing.signal.aborted) {
      const leftMs = calledAt + idleMs - clock.now()
      if (leftMs <= 0) return
      await clock.sleep(leftMs, closing.signal)
    }
  }

  return {
    link: `http://${host}/#${session.link}`,
    idle: idle(),
    async close() {
      closing.abort()
      await closeServer(server, { clock, graceMs })
    },
  }
}

const headersFor = (policy: string): [string, string][] => [
  ['content-security-policy', policy],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
]

function sendFile(response: ServerResponse, file: PageFile | undefined): void {
  if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body)
  else refuse(response, 404)
}

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** What was not read of a request must not be taken for the next one. */
const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { connection: 'close' }).end()
}

/** Undefined for what is too long, or no object. */
async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined // its names are not known yet
  } catch {
    return undefined // not JSON
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
