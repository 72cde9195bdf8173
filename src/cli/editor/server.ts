import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Clock } from '../../core/clock.ts'
import { closeServer } from '../host/close-server.ts'
import { createSession } from './session.ts'

/** A message of the maximum length, escaped as JSON. */
const maxBytes = 16 * 1024 * 1024

/** How long open requests may take after the server stops. */
const graceMs = 2000

export interface PageFile {
  type: string
  body: string | Buffer
}

/** Handles a request of the page. The result becomes JSON. */
export type Handler = (input: Readonly<Record<string, unknown>>) => Promise<object>

/** Handles a file that the page uploads. */
export type UploadHandler = (file: UploadedFile) => Promise<object>

interface UploadedFile {
  name: string
  stream: Readable
  /** Is aborted when the page gives up. */
  signal: AbortSignal
}

interface EditorServerSettings {
  clock: Clock
  /** Public files by path. */
  files: ReadonlyMap<string, PageFile>
  /** Handlers by the last path segment, for the authenticated session only. */
  handlers: Readonly<Record<string, Handler>>
  /** Takes the files that the page uploads. */
  upload?: UploadHandler | undefined
  /** The Content-Security-Policy. */
  policy: string
  explain(error: unknown): { status: number; body: object }
  /** How long the page may be idle. */
  idleMs: number
  /** The port to listen on if it is free; any by default. */
  port?: number | undefined
}

export interface EditorServer {
  /** The link with the one-time token, for one browser. */
  link: string
  port: number
  /** Resolves if the page was idle for `idleMs`, with true, or when the server closes. */
  idle: Promise<boolean>
  close(): Promise<void>
}

/** Starts a server for one browser on this machine. */
export async function startEditorServer(settings: EditorServerSettings): Promise<EditorServer> {
  const { clock, idleMs } = settings
  const session = createSession()
  const closing = new AbortController()
  let calledAt = clock.now()
  let host = ''

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of headersFor(settings.policy)) response.setHeader(name, value)
    // Other sites can reach this port, also under their own name (DNS rebinding).
    if (request.headers.host !== host) return refuse(response, 421)
    const { pathname } = new URL(request.url ?? '/', `http://${host}`)
    if (request.method === 'GET') return sendFile(response, settings.files.get(pathname))
    if (request.method !== 'POST') return refuse(response, 405)
    if (request.headers.origin !== `http://${host}`) return refuse(response, 403)
    if (pathname === '/upload') return receiveFile(request, response)
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
    const answer = Object.hasOwn(settings.handlers, name) ? settings.handlers[name] : undefined
    if (!answer) return refuse(response, 404)
    await sendResult(response, answer(input))
  }

  /** Passes a file on while the page sends it. */
  async function receiveFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!session.isKey(request.headers['x-editor-session'])) return refuse(response, 403)
    if (!settings.upload) return refuse(response, 404)
    calledAt = clock.now()
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    // After an error, the request stays open for the response.
    const stream = Readable.from(request.iterator({ destroyOnReturn: false }))
    stream.on('error', () => {}) // the page has stopped sending
    const name = fileNameIn(request.headers['x-file-name'])
    await sendResult(response, settings.upload({ name, stream, signal: gone.signal }))
    calledAt = clock.now()
  }

  async function sendResult(response: ServerResponse, result: Promise<object>): Promise<void> {
    try {
      sendJson(response, 200, await result)
    } catch (error) {
      const { status, body } = settings.explain(error)
      sendJson(response, status, body)
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy()) // the browser has disconnected
  })
  const port = await listenOn(server, settings.port)
  host = `127.0.0.1:${port}`

  async function idle(): Promise<boolean> {
    while (!closing.signal.aborted) {
      const leftMs = calledAt + idleMs - clock.now()
      if (leftMs <= 0) return true
      await clock.sleep(leftMs, closing.signal)
    }
    return false
  }

  return {
    link: `http://${host}/#${session.link}`,
    port,
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

/** Closes the connection, so that the unread body is not parsed as the next request. */
const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { connection: 'close' }).end()
}

/** Returns undefined if the body is too long or not an object. */
async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined // its fields are checked later
  } catch {
    return undefined // not JSON
  }
}

/** The page encodes the name, because a header has no other letters than those of ASCII. */
function fileNameIn(header: string | string[] | undefined): string {
  try {
    return decodeURIComponent(String(header ?? ''))
  } catch {
    return '' // not encoded by our page
  }
}

/** Listens on a port, or on any other if that one is taken. */
async function listenOn(server: Server, port = 0): Promise<number> {
  try {
    return await listen(server, port)
  } catch (error) {
    if (port === 0) throw error
    return listen(server, 0)
  }
}

const listen = (server: Server, wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
