import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import { closeServer } from '../../close-server.ts'

/** What an event is of is far below; more is no webhook. */
const mostBytes = 1024 * 1024

/** Who is still sending or being answered when the run is stopped gets so long. */
const graceMs = 1000

export interface Delivery {
  headers: IncomingMessage['headers']
  body: Buffer
}

interface Receiving {
  /** 0: any free one. */
  port: number
  clock: Clock
  /** The status that is answered. */
  receive(delivery: Delivery): Promise<number>
  /** A body that was not read to its end. */
  refused(): void
}

export interface Receiver {
  url: string
  close(): Promise<void>
}

/** Takes POSTs to any path, from this machine alone. */
export async function startReceiver(receiving: Receiving): Promise<Receiver> {
  const server = createServer((request, response) => {
    respond(request, response, receiving).catch(() => response.destroy()) // the caller has gone
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

/** Undefined when there is more than a webhook may have. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return undefined
  const chunks: Buffer[] = []
  let size = 0
  // Left unread, the rest must not take the connection with it: the answer has to go out.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > mostBytes) return undefined
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
  // The ports below are the system's own.
  const problems = [{ field: '--port', code: 'too_small', values: { limit: 1024 } }] as const
  return new Failure('usage', { problems }, { cause })
}
