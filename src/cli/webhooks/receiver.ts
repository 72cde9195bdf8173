import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { closeServer } from '../host/close-server.ts'

/** Far above the size of any event. */
const maxBytes = 1024 * 1024

/** How long open requests may take when the run is stopped. */
const graceMs = 1000

export interface Delivery {
  headers: IncomingMessage['headers']
  body: Buffer
}

interface Receiving {
  /** 0 picks a free port. */
  port: number
  clock: Clock
  /** The status of the answer. */
  receive(delivery: Delivery): Promise<number>
  /** Called for a body that was not read completely. */
  refused(): void
}

interface Receiver {
  url: string
  close(): Promise<void>
}

/** Starts a server on loopback that accepts POST on any path. */
export async function startReceiver(receiving: Receiving): Promise<Receiver> {
  const server = createServer((request, response) => {
    respond(request, response, receiving).catch(() => response.destroy()) // the caller has disconnected
  })
  const port = await listen(server, receiving.port)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => closeServer(server, { clock: receiving.clock, graceMs }),
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { receive, refused }: Receiving,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST', connection: 'close' }).end()
    return
  }
  const body = await readBody(request)
  if (body === undefined) {
    refused()
    response.writeHead(413, { connection: 'close' }).end()
    return
  }
  response.writeHead(await receive({ headers: request.headers, body })).end()
}

/** Reads the body; undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined
  const chunks: Buffer[] = []
  let size = 0
  // Do not destroy the connection with the unread rest: the answer still has to be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(asFailure(error, port)))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

function asFailure(cause: NodeJS.ErrnoException, port: number): Error {
  if (cause.code === 'EADDRINUSE') {
    return new Failure('port_in_use', { values: { address: `127.0.0.1:${port}` } }, { cause })
  }
  if (cause.code !== 'EACCES') return cause
  // Lower ports are privileged.
  const problems = [{ field: '--port', code: 'too_small', values: { limit: 1024 } }] as const
  return new Failure('usage', { problems }, { cause })
}
