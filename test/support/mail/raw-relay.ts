import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface RawRelay {
  url: string
  /** The number of connections so far. */
  connections(): number
  stop(): Promise<void>
}

/** A relay that the test writes itself: `serve` gets each connection, with its number from 1 on. */
export async function startRawRelay(
  serve: (socket: Socket, number: number) => void,
): Promise<RawRelay> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.setNoDelay()
    serve(socket, ++count)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => count,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
