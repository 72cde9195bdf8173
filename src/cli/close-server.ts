import type { Server } from 'node:http'
import type { Clock } from '../core/clock.ts'

/** Takes nobody new; who is still sending or being answered gets so long. */
export async function closeServer(
  server: Server,
  { clock, graceMs }: { clock: Clock; graceMs: number },
): Promise<void> {
  const given = new AbortController()
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  await Promise.race([closed, clock.sleep(graceMs, given.signal)])
  given.abort()
  server.closeAllConnections()
  await closed
}
