import type { Server } from 'node:http'
import type { Clock } from '../../core/clock.ts'

/** Closes a server: it accepts no new connections, and open requests have `graceMs` to finish. */
export async function closeServer(
  server: Server,
  { clock, graceMs }: { clock: Clock; graceMs: number },
): Promise<void> {
  const grace = new AbortController()
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  await Promise.race([closed, clock.sleep(graceMs, grace.signal)])
  grace.abort()
  server.closeAllConnections()
  await closed
}
