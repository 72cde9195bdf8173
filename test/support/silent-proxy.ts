import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can fall silent: connections stay open, and nothing passes any more. */
export interface SilentProxy {
  port: number
  /** From now on nothing passes, on open connections and on new ones. */
  fallSilent(): void
  /** New connections work again. The others stay silent, as after a firewall that forgot them. */
  recover(): void
  close(): Promise<void>
}

export async function startSilentProxy(target: {
  host: string
  port: number
}): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  const passing = new Set<() => void>()
  let isSilent = false

  const server = createServer((socket) => {
    keep(socket)
    if (isSilent) return void socket.resume()
    const remote = keep(connect(target.port, target.host))
    socket.pipe(remote)
    remote.pipe(socket)
    const silence = () => {
      socket.unpipe(remote)
      remote.unpipe(socket)
      // Read and thrown away, so that the kernel acknowledges everything.
      for (const side of [socket, remote]) side.resume()
    }
    passing.add(silence)
    for (const [one, other] of [
      [socket, remote],
      [remote, socket],
    ] as const) {
      one.once('close', () => {
        passing.delete(silence)
        if (!isSilent) other.destroy()
      })
    }
  })
  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      isSilent = true
      for (const silence of passing) silence()
      passing.clear()
    },
    recover() {
      isSilent = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
