import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '../metrics.ts'

interface Listener {
  port: number
  close(): Promise<void>
}

/** Serves `/metrics` on an address of its own, which the operator keeps from the internet. */
export async function startMetricsListener(
  metrics: Pick<Metrics, 'render' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const server = createServer((request, response) => {
    const isScrape = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isScrape) return void response.writeHead(404).end()
    metrics.render().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening') // rejects with the error of `listen`
  return {
    port: (server.address() as AddressInfo).port, // TCP, so no path
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
