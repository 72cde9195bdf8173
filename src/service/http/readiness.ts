import type { FastifyInstance } from 'fastify'

/** Serves `/ready`, for load balancers and monitors: 200 if the service can do its work, or 503. */
export function serveReadiness<State extends { isReady: boolean }>(
  server: FastifyInstance,
  ask: () => Promise<State>,
): void {
  server.get('/ready', async (_, reply) => {
    const { isReady, ...state } = await ask()
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store')
    return { status: isReady ? 'ready' : 'unready', ...state }
  })
}
