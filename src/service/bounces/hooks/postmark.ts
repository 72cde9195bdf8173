import { markName } from '../../mail/relay-mark.ts'
import { objectOf, type Told, textOf } from './told.ts'

/** Whether it is for good. Those that are absent are no bounces: holidays, challenges, opt-outs. */
const bounces: Readonly<Record<string, boolean>> = {
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
export function readPostmark(body: unknown): Told[] {
  const { RecordType, Type, Details, Description, Metadata } = objectOf(body)
  const [, mark] =
    Object.entries(objectOf(Metadata)).find(([name]) => name.toLowerCase() === markName) ?? []
  const marks = [textOf(mark)]
  const type = textOf(Type)
  if (RecordType === 'SpamComplaint' || type === 'SpamComplaint') {
    return [{ marks, says: { is: 'complaint' } }]
  }
  const isForGood = bounces[type]
  if (RecordType !== 'Bounce' || isForGood === undefined) return []
  const said = textOf(Details) || textOf(Description)
  return [{ marks, says: { is: 'bounce', said, status: '', isForGood } }]
}
