import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that delays the answers of a local server, as a distance does. */
export async function startDelayingProxy(port: number, ms: number) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const remote = connect(port, '127.0.0.1')
    for (const socket of [client, remote]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
    }
    client.pipe(remote)
    remote.on('data', (chunk) => setTimeout(() => client.writable && client.write(chunk), ms))
    remote.once('close', () => setTimeout(() => client.destroy(), ms))
    client.once('close', () => remote.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
