import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy as companies have them: all it sees of a connection is where to, and bytes. */
export async function startConnectProxy({ to, requires }: { to: number; requires?: string }) {
  const asked: { target: string; headers: IncomingHttpHeaders }[] = []
  const sockets = new Set<Socket>()
  let passed = ''
  const server = createServer((_, response) => response.writeHead(400).end())
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('data', (chunk) => {
      passed += chunk.toString('latin1')
    })
  })
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push({ target: url, headers })
    if (requires !== undefined && headers['proxy-authorization'] !== requires) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const onward = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    sockets.add(onward)
    for (const each of [socket, onward]) each.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return {
    port,
    asked,
    /** Everything that clients sent to it. */
    passed: () => passed,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
