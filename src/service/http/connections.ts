import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'
import type { Clock } from '../../core/clock.ts'
import { networkOf } from '../../core/network.ts'
import { minuteMs, secondMs } from '../../core/time.ts'

export interface ConnectionLimits {
  /** How long a client may take for the head of a request. */
  headMs: number
  /** How long a connection stays open without a request. */
  keepAliveMs: number
  /** How long a client may take none of an answer that waits for it. */
  unreadMs: number
  /** How often the progress of bodies is checked. */
  checkMs: number
  /** A body that makes less progress than this between two checks, five times in a row, is cut. */
  minBodyBytes: number
  /** Open connections, in all and from one network. */
  total: number
  perNetwork: number
}

const maxSlowChecks = 5

/**
 * A slow mobile connection of 1 KB/s is served, and a connection without a request stays open longer
 * than a proxy keeps it. A client behind a trusted proxy is the proxy's to limit: all connections come
 * from the proxy.
 */
export const connectionLimits = (trustedProxies: number): ConnectionLimits => ({
  headMs: 15 * secondMs,
  keepAliveMs: 75 * secondMs,
  unreadMs: 5 * minuteMs,
  checkMs: 5 * secondMs,
  minBodyBytes: 5 * 1024,
  total: 4000,
  perNetwork: trustedProxies > 0 ? Number.POSITIVE_INFINITY : 400,
})

/** An HTTP server whose connections end when their clients make no progress. */
export function createHttpServer(
  handler: RequestListener,
  limits: ConnectionLimits,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Server {
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(limits.headMs, limits.checkMs),
      // An upload may take hours, as long as it makes progress.
      requestTimeout: 0,
    },
    handler,
  )
  server.maxConnections = limits.total
  limitNetworks(server, limits.perNetwork)
  cutIdle(server, closeUnused(server, signal), limits)
  void cutStalledBodies(server, limits, { clock, signal })
  return server
}

interface OpenConnection {
  /** Requests that have no answer yet. */
  unanswered: number
}

/**
 * Closes connections that wait for no answer on shutdown, which would delay the close. Browsers open
 * some ahead of need, and Node does not take one for idle whose request was refused before its end.
 * Returns the open connections.
 */
function closeUnused(server: Server, signal: AbortSignal): ReadonlyMap<Socket, OpenConnection> {
  const open = new Map<Socket, OpenConnection>()
  server.on('connection', (socket) => {
    open.set(socket, { unanswered: 0 })
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const connection = open.get(socket)
    if (!connection) return
    connection.unanswered++
    response.once('close', () => {
      connection.unanswered--
      // The answer has told the client to keep the connection.
      if (signal.aborted && connection.unanswered === 0) socket.destroySoon()
    })
  })
  signal.addEventListener('abort', () => {
    for (const [socket, { unanswered }] of open) if (unanswered === 0) socket.destroy()
  })
  return open
}

/** Refuses connections from a network that has so many already. */
export function limitNetworks(server: NetServer, perNetwork: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    if (count > perNetwork) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/**
 * Node reports a timeout if nothing was read or written for as long. A connection that waits for our
 * answer stays open.
 */
function cutIdle(
  server: Server,
  open: ReadonlyMap<Socket, OpenConnection>,
  { unreadMs }: ConnectionLimits,
): void {
  server.setTimeout(unreadMs, (socket: Socket) => {
    const isOurs = (open.get(socket)?.unanswered ?? 0) > 0 && socket.writableLength === 0
    if (isOurs) socket.setTimeout(unreadMs)
    else socket.destroy()
  })
}

interface BodyProgress {
  bytesRead: number
  slowChecks: number
  checksAfterAnswer: number
  isAnswered(): boolean
}

/**
 * Checks all bodies that are being received. Node's own limit is for whole requests, so it would
 * either cut large uploads or keep small ones for just as long.
 */
async function cutStalledBodies(
  server: Server,
  { checkMs, minBodyBytes }: ConnectionLimits,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  const bodies = new Map<IncomingMessage, BodyProgress>()
  server.on('request', (request, response) => {
    if (!hasBody(request)) return
    bodies.set(request, {
      bytesRead: request.socket.bytesRead,
      slowChecks: 0,
      checksAfterAnswer: 0,
      isAnswered: () => response.writableEnded,
    })
    request.once('close', () => bodies.delete(request))
  })
  while (!signal.aborted) {
    await clock.sleep(checkMs, signal)
    for (const [request, body] of bodies) {
      if (request.complete) bodies.delete(request)
      else if (body.isAnswered()) skipRest(request, body)
      else if (isStalled(request, body, minBodyBytes)) refuse(request)
    }
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Gives the client a moment to stop sending. If the connection ended at once, the client would see a
 * broken connection, not the answer.
 */
function skipRest({ socket }: IncomingMessage, body: BodyProgress): void {
  if (body.checksAfterAnswer > 0) socket.destroy()
  body.checksAfterAnswer += 1
}

function isStalled(request: IncomingMessage, body: BodyProgress, minBytes: number): boolean {
  const { bytesRead } = request.socket
  const isSlow = bytesRead - body.bytesRead < minBytes
  body.bytesRead = bytesRead
  // Unread bytes mean that we are the slower side.
  body.slowChecks = isSlow && request.readableLength === 0 ? body.slowChecks + 1 : 0
  return body.slowChecks >= maxSlowChecks
}

function refuse({ socket }: IncomingMessage): void {
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
}
