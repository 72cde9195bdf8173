import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Whether a request is forwarded, is lost, or is forwarded while its response is lost. */
export type Fate = 'pass' | 'lost' | 'answer lost'

export interface ProxiedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
}

/** An HTTP proxy in front of a service that can lose requests and responses. */
export async function startLossyProxy(target: string) {
  const requests: ProxiedRequest[] = []
  let decide: (request: ProxiedRequest) => Fate | Promise<Fate> = () => 'pass'

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const passed = { method, path, headers }
    const fate = await decide(passed)
    requests.push(passed)
    if (fate === 'lost') return void request.socket.destroy()
    const { host: _, connection: __, 'content-length': ___, ...forwarded } = headers
    const answer = await fetch(target + path, {
      method,
      headers: forwarded as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (fate === 'answer lost') return void request.socket.destroy()
    const { 'content-encoding': ____, ...returned } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, returned).end(body)
  }

  const server = createServer((request, response) => {
    forward(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    /** Sets the fate of all further requests. */
    setFate(fate: typeof decide) {
      decide = fate
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
