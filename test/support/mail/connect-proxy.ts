import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** An HTTP CONNECT proxy. It sees only the target and the bytes of a connection. */
export async function startConnectProxy({ to, requires }: { to: number; requires?: string }) {
  const requests: { target: string; headers: IncomingHttpHeaders }[] = []
  const sockets = new Set<Socket>()
  let received = ''
  const server = createServer((_, response) => response.writeHead(400).end())
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
  })
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    requests.push({ target: url, headers })
    if (requires !== undefined && headers['proxy-authorization'] !== requires) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const upstream = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(upstream).pipe(socket)
    })
    sockets.add(upstream)
    for (const each of [socket, upstream]) each.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // An object, because the server listens on a port.
  return {
    port,
    requests,
    /** Everything that clients sent to the proxy. */
    passed: () => received,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
