import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Decides by a message to the server, and by the one before it on the same connection. */
type Loss = (message: string, previous: string) => boolean

/** A proxy in front of PostgreSQL that can lose the answers to statements that were carried out. */
export interface LossyProxy {
  /** Of the database behind the proxy. */
  url: string
  /** From now on, a connection breaks before the answer to each message that `isLost` accepts. */
  setLoss(isLost: Loss): void
  /** How many answers were lost. */
  lost(): number
  /** While it is down, no connection exists. */
  setDown(isDown: boolean): void
  close(): Promise<void>
}

/** With this, the server ends the answer to each message. */
const readyForQuery = /Z\0\0\0\x05[ITE]$/

export async function startLossyProxy(database: string): Promise<LossyProxy> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let isLost: Loss = () => false
  let lost = 0
  let isDown = false

  const server = createServer((client) => {
    if (isDown) return void client.destroy()
    const remote = connect(Number(target.port), target.hostname)
    let previous = ''
    let isLosing = false
    client.on('data', (chunk) => {
      const message = chunk.toString('latin1')
      isLosing ||= isLost(message, previous)
      previous = message
      remote.write(chunk)
    })
    remote.on('data', (chunk) => {
      if (!isLosing) return void client.write(chunk)
      if (!readyForQuery.test(chunk.toString('latin1'))) return
      lost++
      remote.destroy()
    })
    for (const [one, other] of [
      [client, remote],
      [remote, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay()
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    setLoss(loss) {
      isLost = loss
    },
    lost: () => lost,
    setDown(value) {
      isDown = value
      if (isDown) breakAll()
    },
    async close() {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
