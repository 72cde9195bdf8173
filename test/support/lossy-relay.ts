import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of a request: it is passed on, never arrives, or its answer is lost on the way back. */
export type Fate = 'pass' | 'lost' | 'answer lost'

export interface PassedBy {
  method: string
  path: string
  headers: IncomingMessage['headers']
}

/** A network between the command line and a service, which can be cut. */
export async function startLossyRelay(target: string) {
  const seen: PassedBy[] = []
  let decide: (passed: PassedBy) => Fate | Promise<Fate> = () => 'pass'

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const passed = { method, path, headers }
    const fate = await decide(passed)
    seen.push(passed)
    if (fate === 'lost') return void request.socket.destroy()
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers
    const answer = await fetch(target + path, {
      method,
      headers: kept as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (fate === 'answer lost') return void request.socket.destroy()
    const { 'content-encoding': ____, ...shown } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, shown).end(body)
  }

  const server = createServer((request, response) => {
    relay(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    /** From now on. */
    treat(fate: typeof decide) {
      decide = fate
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
