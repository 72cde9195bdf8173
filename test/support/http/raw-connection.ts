import { connect } from 'node:net'
import { waitFor } from '../wait.ts'

export interface RawConnection {
  send(bytes: string | Buffer): void
  /** Everything received so far. */
  received(): string
  /** Waits for the head of the first answer. Rejects if the connection ends without one. */
  answer(): Promise<{ status: number; head: string }>
  isClosed(): boolean
  destroy(): void
}

/** A connection to a server, for requests that no HTTP client sends. */
export function openRaw(origin: string): RawConnection {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  // The tests cut connections on purpose.
  socket.on('error', () => {})
  socket.once('close', () => {
    isClosed = true
  })
  return {
    send: (bytes) => void socket.write(bytes),
    received: () => received,
    async answer() {
      await waitFor(() => received.includes('\r\n\r\n') || isClosed, 5000)
      const [head = ''] = received.split('\r\n\r\n')
      const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1]
      if (status === undefined) throw new Error('closed without an answer')
      return { status: Number(status), head }
    },
    isClosed: () => isClosed,
    destroy: () => socket.destroy(),
  }
}

/** The head of a request, with `Host` and the given headers. */
export const headOf = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>> = {},
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ host: '127.0.0.1', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    '',
  ].join('\r\n')

export const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
