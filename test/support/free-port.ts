import { createServer } from 'node:net'

/**
 * Below the range from which systems take the ports of outgoing connections, in parts: two test processes that chose
 * from the same ports would now and then choose the same one before either listens.
 */
const first = 20_000
const partSize = 1500
const parts = 8

const part = Number(process.env.VITEST_POOL_ID ?? 0) % parts
/** Another one than the last file of this process began with, whose ports may still be in use. */
let next = Math.floor(Math.random() * partSize)

/** Returns a free port on loopback that no other test process returns. */
export async function freePort(): Promise<number> {
  while (true) {
    const port = first + part * partSize + (next++ % partSize)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
