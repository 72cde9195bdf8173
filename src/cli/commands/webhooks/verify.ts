import { parseDuration } from '../../../core/duration.ts'
import { Failure } from '../../../core/failure.ts'
import { verifyWebhook } from '../../../core/webhook-signature.ts'
import { defineCommand } from '../../command/command.ts'
import { check, text, time } from '../../command/view.ts'
import { readByteFile } from '../../input/files.ts'
import { eventName, parsePayload } from '../../webhooks/event-name.ts'
import { webhookSecrets } from '../../webhooks/secrets.ts'

export const command = defineCommand({
  positionals: ['body'],
  options: {
    id: { kind: 'text', required: true },
    timestamp: { kind: 'text', placeholder: 'SECONDS', required: true },
    signature: { kind: 'text', required: true },
    tolerance: { kind: 'text', placeholder: 'DURATION' },
  },
  isPublic: true,
  examples: [
    'webhooks verify body.json --id 41 --timestamp 1795000000 --signature v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    'webhooks verify - --id 41 --timestamp 1795000000 --signature v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= --tolerance 1h < body.json',
  ],
  failures: ['file_unreadable', 'webhook_invalid'],
  async run(context, { options, positionals: { body: path = '-' } }) {
    const { host, settings, messages } = context
    const { id, timestamp, signature } = options
    const toleranceSeconds = toleranceOf(options.tolerance)
    const secrets = await webhookSecrets(context)
    const language = settings.language.value
    const body = await readByteFile(path, { stdin: host.stdin, language })
    const result = verifyWebhook({
      headers: {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
      },
      body,
      secrets,
      now: host.clock.now(),
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    })
    if (!result.ok) {
      const reason = messages.webhookSignature.faults[result.reason]
      throw new Failure('webhook_invalid', { values: { reason } })
    }
    const at = new Date(Number(timestamp) * 1000).toISOString()
    return { one: { valid: true, event: eventName(parsePayload(body)), id, at } }
  },
  view: { fields: [check('valid'), text('event'), text('id'), time('at')] },
})

function toleranceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (text === '0') return Infinity
  const ms = parseDuration(text)
  if (ms !== undefined) return ms / 1000
  throw new Failure('usage', { problems: [{ field: '--tolerance', code: 'bad_duration' }] })
}
