import { toIsoTime } from '../../../core/time.ts'
import { showCustomEvent } from '../../custom-events/show.ts'
import { listCustomEvents } from '../../custom-events/store.ts'
import type { Executor } from '../../database/dialect.ts'
import type { KeyRing } from '../../keys/secrets.ts'
import { selectListNames } from '../../lists/store.ts'
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
import { type Contact, selectContactsOfAddress } from '../store.ts'
import { selectLifted } from '../suppression/lifted-store.ts'
import { erasedKeys } from '../suppression/suppressed.ts'
import { showLifted, showSuppression } from '../suppression/suppressions.ts'
import { selectSuppressionsOfAddress } from '../suppression/suppressions-store.ts'
import { viewAcrossLists } from '../view.ts'
import {
  selectAutomationRuns,
  selectConversions,
  selectEngagements,
  selectMailings,
} from './personal-data-export-store.ts'

/**
 * Returns all stored data about a person, on all lists of the account, besides the contact itself: for a
 * GDPR access request.
 */
export async function exportPersonalData(reader: Executor, contact: Contact, ring: KeyRing) {
  const { account_id: accountId, email_key: emailKey } = contact
  const keys = [emailKey, ...erasedKeys(emailKey, ring)]
  const contacts = await selectContactsOfAddress(reader, { accountId, emailKey })
  const history = await ofAll(contacts, (contactId) => selectHistory(reader, { contactId }))
  const suppressions = await selectSuppressionsOfAddress(reader, accountId, keys)
  const lifted = await selectLifted(reader, { accountId, emailKey })
  history.sort((a, b) => b.at - a.at || b.rank - a.rank || b.id - a.id)
  const consents = history.filter(isConsent).map(showConsent)
  const mailings = await ofAll(contacts, (id) => selectMailings(reader, id))
  const engagements = await ofAll(contacts, (id) => selectEngagements(reader, id))
  const conversions = await ofAll(contacts, (id) => selectConversions(reader, id))
  const sent = await findTextRows(reader, 'messages', contact)
  const notices = await selectServiceMessages(
    reader,
    sent.map(({ key }) => Number(key.id)),
  )
  const passages = await ofAll(contacts, (id) => selectAutomationRuns(reader, id))
  return {
    unsubscribed_at: toIsoTime(contact.unsubscribed_at),
    subscriptions: await showSubscriptions(reader, accountId, contacts),
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
    events: await selectEvents(reader, accountId, emailKey),
    messages: notices.map(({ kind, subject, created_at, sent_at }) => ({
      kind,
      subject,
      at: toIsoTime(created_at),
      sent_at: toIsoTime(sent_at),
    })),
    automations: passages.map(({ entered_at, ended_at, properties, events, ...passage }) => ({
      ...passage,
      properties: events === null ? properties : firstProperties(events),
      entered_at: toIsoTime(entered_at),
      ended_at: toIsoTime(ended_at),
    })),
    traces: await selectTraces(reader, contact),
    suppressed: suppressions.length > 0,
    suppressions: suppressions.map(showSuppression),
    lifted_suppressions: lifted.map(showLifted),
  }
}

/** Returns all custom events of the person, the newest first. */
async function selectEvents(reader: Executor, accountId: number, emailKey: string) {
  const query = { accountId, emailKey, limit: Number.MAX_SAFE_INTEGER, order: 'desc' } as const
  return (await listCustomEvents(reader, query)).map(showCustomEvent)
}

/** Returns the properties of the event that started a run. Those of later ones are among the events. */
const firstProperties = (events: string): string => JSON.stringify(JSON.parse(events)[0].properties)

/** Reads the rows of several contacts, one after another. */
async function ofAll<Row>(
  contacts: readonly Contact[],
  select: (contactId: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { id } of contacts) rows.push(...(await select(id)))
  return rows
}

async function showSubscriptions(
  reader: Executor,
  accountId: number,
  contacts: readonly Contact[],
) {
  const show = await viewAcrossLists(reader, accountId, contacts)
  const lists = await selectListNames(
    reader,
    contacts.map(({ list_id }) => list_id),
  )
  const names = new Map(lists.map(({ id, name }) => [id, name]))
  return contacts.map((contact) => ({
    ...show(contact),
    list_name: names.get(contact.list_id) ?? '',
    unsubscribed_at: toIsoTime(contact.unsubscribed_at),
  }))
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
      const text = isAlone ? Object.values(row.texts)[0] : addressIn(row, person.email_key)
      traces.push({ place, text: text ?? '' })
    }
  }
  return traces
}
