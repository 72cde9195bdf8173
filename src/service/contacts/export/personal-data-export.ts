import { toIsoTime } from '../../../core/time.ts'
import type { Executor } from '../../database/dialect.ts'
import type { KeyRing } from '../../keys/secrets.ts'
import { addressPlaces } from '../erasure/address-places.ts'
import {
  addressIn,
  findTextRows,
  type Person,
  type TextPlace,
  textPlaces,
} from '../erasure/text-places.ts'
import { selectServiceMessages } from '../erasure/texts-store.ts'
import { showEvent } from '../history.ts'
import { type ContactEvent, selectHistory } from '../history-store.ts'
import type { Contact } from '../store.ts'
import { erasedKeys } from '../suppression/suppressed.ts'
import { showSuppression } from '../suppression/suppressions.ts'
import { selectSuppressionsOfAddress } from '../suppression/suppressions-store.ts'
import {
  selectAutomationRuns,
  selectConversions,
  selectEngagements,
  selectMailings,
} from './personal-data-export-store.ts'

/** Returns all stored data about a person besides the contact itself, for a GDPR access request. */
export async function exportPersonalData(reader: Executor, contact: Contact, ring: KeyRing) {
  const keys = [contact.email_key, ...erasedKeys(contact.email_key, ring)]
  const history = await selectHistory(reader, { contactId: contact.id })
  const suppressions = await selectSuppressionsOfAddress(reader, contact.account_id, keys)
  const consents = history.filter(isConsent).map(showConsent)
  const mailings = await selectMailings(reader, contact.id)
  const engagements = await selectEngagements(reader, contact.id)
  const conversions = await selectConversions(reader, contact.id)
  // The address of this person may stand in data of the whole account too.
  const person = { contact, isElsewhere: false }
  const sent = await findTextRows(reader, 'messages', person)
  const notices = await selectServiceMessages(
    reader,
    sent.map(({ key }) => Number(key.id)),
  )
  const passages = await selectAutomationRuns(reader, contact.id)
  return {
    unsubscribed_at: toIsoTime(contact.unsubscribed_at),
    history: history.map(showEvent),
    consent: consents[0] ?? null,
    consents,
    mailings: mailings.map((mailing) => ({ ...mailing, sent_at: toIsoTime(mailing.sent_at) })),
    engagements: engagements.map(({ kind, machine, at, ...engagement }) => ({
      ...engagement,
      kind: kind === 'click' ? ('click' as const) : ('open' as const),
      machine: machine === 1,
      at: toIsoTime(at),
    })),
    conversions: conversions.map(({ at, ...conversion }) => ({
      ...conversion,
      at: toIsoTime(at),
    })),
    messages: notices.map(({ kind, subject, created_at, sent_at }) => ({
      kind,
      subject,
      at: toIsoTime(created_at),
      sent_at: toIsoTime(sent_at),
    })),
    automations: passages.map(({ entered_at, ended_at, ...passage }) => ({
      ...passage,
      entered_at: toIsoTime(entered_at),
      ended_at: toIsoTime(ended_at),
    })),
    traces: await selectTraces(reader, person),
    suppressed: suppressions.length > 0,
    suppressions: suppressions.map(showSuppression),
  }
}

const isConsent = ({ type, detail }: ContactEvent): boolean =>
  type === 'optin' && detail.startsWith('{')

/** The inverse of `writeConsent`. */
const showConsent = ({ at, detail }: ContactEvent) => ({
  at: toIsoTime(at),
  ...JSON.parse(detail),
})

/** Returns the other places where the address stands, with the text of rows about this person alone. */
async function selectTraces(reader: Executor, person: Person) {
  const traces: { place: string; text: string }[] = []
  for (const place of Object.keys(textPlaces) as TextPlace[]) {
    const { exported, erased } = addressPlaces[place]
    if (exported !== 'traces') continue
    for (const row of await findTextRows(reader, place, person)) {
      const isAlone = erased === 'delete'
      const text = isAlone ? Object.values(row.texts)[0] : addressIn(row, person.contact.email_key)
      traces.push({ place, text: text ?? '' })
    }
  }
  return traces
}
