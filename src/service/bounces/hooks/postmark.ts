import { metadataKey } from '../../mail/relay-metadata.ts'
import { objectOf, type ProviderEvent, textOf } from './provider-event.ts'

/**
 * Postmark's bounce types, and whether each is permanent. The types that are not listed are not
 * bounces: auto-replies, challenges, opt-outs.
 */
const isPermanentType: Readonly<Record<string, boolean>> = {
  HardBounce: true,
  BadEmailAddress: true,
  ManuallyDeactivated: true,
  SoftBounce: false,
  Transient: false,
  DnsError: false,
  SpamNotification: false,
  Blocked: false,
  DMARCPolicy: false,
  Undeliverable: false,
}

/** Reads one of Postmark's webhooks for bounces and spam complaints. */
export function readPostmark(body: unknown): ProviderEvent[] {
  const { RecordType, Type, Details, Description, Metadata } = objectOf(body)
  const [, messageId] =
    Object.entries(objectOf(Metadata)).find(([name]) => name.toLowerCase() === metadataKey) ?? []
  const messageRefs = [textOf(messageId)]
  const type = textOf(Type)
  if (RecordType === 'SpamComplaint' || type === 'SpamComplaint') {
    return [{ messageRefs, report: { is: 'complaint' } }]
  }
  const isPermanent = isPermanentType[type]
  if (RecordType !== 'Bounce' || isPermanent === undefined) return []
  const response = textOf(Details) || textOf(Description)
  return [{ messageRefs, report: { is: 'bounce', response, status: '', isPermanent } }]
}
