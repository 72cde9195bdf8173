import { markName } from '../../mail/relay-mark.ts'
import { listOf, type Told, textOf } from './told.ts'

/** Why SendGrid did not even try: what it remembers of the address. */
const dropped: Readonly<Record<string, 'bounce' | 'complaint'>> = {
  'bounced address': 'bounce',
  invalid: 'bounce',
  'spam reporting address': 'complaint',
}

/** Reads a batch of SendGrid's event webhook. Our mark is among the fields of each, the Message-ID that we gave is its `smtp-id`. */
export const readSendgrid = (events: unknown): Told[] =>
  listOf(events).flatMap((event) => {
    const says = whatIsSaid(event)
    return says ? [{ marks: [textOf(event[markName]), textOf(event['smtp-id'])], says }] : []
  })

function whatIsSaid(event: Readonly<Record<string, unknown>>): Told['says'] | undefined {
  const { event: kind, type, reason, status } = event
  if (kind === 'spamreport') return { is: 'complaint' }
  const said = textOf(reason)
  // `blocked` is SendGrid's word for what may pass the next time.
  if (kind === 'bounce') {
    return { is: 'bounce', said, status: textOf(status), isForGood: type !== 'blocked' }
  }
  const why = kind === 'dropped' ? dropped[said.toLowerCase()] : undefined
  if (why === 'complaint') return { is: 'complaint' }
  return why && { is: 'bounce', said, status: '', isForGood: true }
}
