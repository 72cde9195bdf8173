import type { Client } from '../../client/client.ts'

/** Makes a read that every server of the specification answers, or refuses without a session. */
export const probeServer = (client: Client, signal: AbortSignal) =>
  client.raw({ method: 'GET', path: '/campaigns', query: { limit: 1 }, signal })
