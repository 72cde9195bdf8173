import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A third-party site: another origin on loopback, with the pages set by `setPage`. */
export async function startSite() {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    })
    response.end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // An object, because the server listens on a port.
  return {
    origin: `http://127.0.0.1:${port}`,
    setPage: (path: string, page: string) => void pages.set(path, page),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
