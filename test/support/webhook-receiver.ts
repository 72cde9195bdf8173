import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into every payload
  json: any
}

type Reaction = number | ((response: ServerResponse) => void)

/** A third-party server that receives webhooks. It responds 204 until `respondWith` changes that. */
export async function startWebhookReceiver() {
  const received: Received[] = []
  let reaction: Reaction = 204
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    received.push({ headers: request.headers, body, json: JSON.parse(body) })
    if (typeof reaction === 'number') response.writeHead(reaction).end()
    else reaction(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // An object, because the server listens on a port.
  return {
    url: `http://127.0.0.1:${port}/hooks?of=ours`,
    port,
    received,
    respondWith(next: Reaction) {
      reaction = next
    },
    close() {
      server.close().closeAllConnections()
    },
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>
