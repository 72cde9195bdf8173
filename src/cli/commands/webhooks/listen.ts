import { PassThrough } from 'node:stream'
import { interruption } from '../../../client/interruption.ts'
import { Failure } from '../../../core/failure.ts'
import { verifyWebhook } from '../../../core/webhook-signature.ts'
import { defineCommand } from '../../command/command.ts'
import { check, number, text, time } from '../../command/view.ts'
import { eventName, parsePayload } from '../../webhooks/event-name.ts'
import { createForwarder } from '../../webhooks/forward.ts'
import { type Delivery, startReceiver } from '../../webhooks/receiver.ts'
import { webhookSecrets } from '../../webhooks/secrets.ts'

const view = {
  columns: [time('at'), text('event'), text('id'), check('valid'), number('status')],
}

export const command = defineCommand({
  options: {
    port: { kind: 'number', placeholder: 'PORT' },
    'forward-to': { kind: 'text', placeholder: 'URL' },
  },
  isPublic: true,
  examples: [
    'webhooks listen --port 8090',
    'webhooks listen --port 8090 --forward-to http://127.0.0.1:3000/hooks -o ndjson',
  ],
  failures: ['missing_input', 'port_in_use', 'interrupted'],
  async run(context, { options }) {
    const { host, output, messages } = context
    const { clock, stopped } = host
    const forwarder = await createForwarder(context, options['forward-to'])
    const port = portOf(options.port)
    const secrets = await webhookSecrets(context)
    const lines = new PassThrough({ objectMode: true })

    async function receive({ headers, body }: Delivery): Promise<number> {
      const now = clock.now()
      const check = verifyWebhook({ headers, body, secrets, now })
      const status = check.ok ? await forwarder.forward({ headers, body }) : 400
      const payload = parsePayload(body)
      await written(lines, {
        at: new Date(now).toISOString(),
        event: eventName(payload),
        id: headers['webhook-id'] ?? null,
        valid: check.ok,
        reason: check.ok ? null : check.reason,
        status,
        payload,
      })
      return status
    }

    const refused = () => void output.warn(messages.webhookSignature.tooLarge)
    const receiver = await startReceiver({ port, clock, receive, refused })
    // Answer and show the deliveries that have arrived.
    const stop = () => void receiver.close().finally(() => lines.end())
    stopped.addEventListener('abort', stop, { once: true })
    if (stopped.aborted) stop()
    output.note(messages.operating.listening(receiver.url))
    try {
      await output.show({ pages: pagesOf(lines), view, isLive: true })
    } finally {
      stopped.removeEventListener('abort', stop)
      lines.destroy()
      await receiver.close()
      await forwarder.close()
    }
    if (stopped.aborted) throw interruption(stopped)
    return undefined
  },
  view,
})

/** Prints a delivery with backpressure: a fast sender is answered later. */
const written = (lines: PassThrough, line: object): Promise<void> =>
  new Promise((resolve) => {
    if (lines.writable) lines.write(line, () => resolve())
    else resolve()
  })

async function* pagesOf(lines: PassThrough) {
  for await (const line of lines) yield { items: [line as object] }
}

function portOf(port = 0): number {
  if (Number.isInteger(port) && port <= 65_535) return port
  throw new Failure('usage', { problems: [{ field: '--port', code: 'bad_number' }] })
}
