import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import type { Context } from '../context/context.ts'
import type { Delivery } from './receiver.ts'

interface Forwarder {
  /** The status of the target; 204 without a target. */
  forward(delivery: Delivery): Promise<number>
  close(): Promise<void>
}

/** Headers of the connection instead of the message. `expect` has been answered. */
const ofConnection = new Set([
  ...['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'host', 'content-length'],
])

export async function createForwarder(
  context: Context,
  url: string | undefined,
): Promise<Forwarder> {
  if (url === undefined) return { forward: async () => 204, close: async () => {} }
  refuseBadUrl(url)
  const { environment, host, output, settings, messages } = context
  const { createTransport } = await import('../../client/transport.ts')
  const { httpProxy, httpsProxy, noProxy } = environment
  const transport = createTransport({
    timeoutMs: settings.timeoutMs.value,
    proxy: { http: httpProxy, https: httpsProxy, except: noProxy },
  })

  async function forward({ headers, body }: Delivery): Promise<number> {
    const outcome = await transport.send({
      method: 'POST',
      url: String(url),
      headers: { ...passedOn(headers), 'content-length': String(body.length) },
      body: Readable.from(body),
      wants: 'text',
      signal: host.stopped,
    })
    if (outcome.kind === 'answered') return outcome.status
    await output.warn(messages.webhookSignature.notForwarded(String(url), outcome.reason))
    return 502
  }

  return { forward, close: () => transport.close() }
}

function refuseBadUrl(text: string): void {
  const url = parseUrl(text)
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return
  throw new Failure('usage', { problems: [{ field: '--forward-to', code: 'bad_url' }] })
}

const passedOn = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.has(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
