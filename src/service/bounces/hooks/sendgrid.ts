import { metadataKey } from '../../mail/relay-metadata.ts'
import { listOf, type ProviderEvent, textOf } from './provider-event.ts'

/** SendGrid's reasons for not trying to deliver, by what they report about the address. */
const dropped: Readonly<Record<string, 'bounce' | 'complaint'>> = {
  'bounced address': 'bounce',
  invalid: 'bounce',
  'spam reporting address': 'complaint',
}

/**
 * Reads a batch of SendGrid's event webhook. Each event has our metadata among its fields, and our
 * Message-ID as `smtp-id`.
 */
export const readSendgrid = (events: unknown): ProviderEvent[] =>
  listOf(events).flatMap((event) => {
    const report = reportOf(event)
    const messageRefs = [textOf(event[metadataKey]), textOf(event['smtp-id'])]
    return report ? [{ messageRefs, report }] : []
  })

function reportOf(event: Readonly<Record<string, unknown>>): ProviderEvent['report'] | undefined {
  const { event: kind, type, reason, status } = event
  if (kind === 'spamreport') return { is: 'complaint' }
  const response = textOf(reason)
  // SendGrid calls a temporary refusal `blocked`.
  if (kind === 'bounce') {
    return { is: 'bounce', response, status: textOf(status), isPermanent: type !== 'blocked' }
  }
  const cause = kind === 'dropped' ? dropped[response.toLowerCase()] : undefined
  if (cause === 'complaint') return { is: 'complaint' }
  return cause && { is: 'bounce', response, status: '', isPermanent: true }
}
