import type { Executor } from '../database/dialect.ts'
import type { KeyRing } from '../secrets.ts'
import {
  selectConversions,
  selectEngagements,
  selectMailings,
  selectNotices,
  selectPassages,
} from './held-store.ts'
import { showEvent } from './history.ts'
import { type ContactEvent, selectHistory } from './history-store.ts'
import type { Contact } from './store.ts'
import { showSuppression } from './suppressions.ts'
import { suppressionsOf } from './suppressions-list-store.ts'
import { erasedKeys } from './suppressions-store.ts'

const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Everything that is held about a person beside the contact itself, for a request under the GDPR. */
export async function showHeld(reader: Executor, contact: Contact, ring: KeyRing) {
  const place = { accountId: contact.account_id, listId: contact.list_id }
  const keys = [contact.email_key, ...erasedKeys(contact.email_key, ring)]
  const history = await selectHistory(reader, { contactId: contact.id })
  const suppressions = await suppressionsOf(reader, place, keys)
  const consents = history.filter(isConsent).map(showConsent)
  const mailings = await selectMailings(reader, contact.id)
  const engagements = await selectEngagements(reader, contact.id)
  const conversions = await selectConversions(reader, contact.id)
  const notices = await selectNotices(reader, contact)
  const passages = await selectPassages(reader, contact.id)
  return {
    unsubscribed_at: time(contact.unsubscribed_at),
    history: history.map(showEvent),
    consent: consents[0] ?? null,
    consents,
    mailings: mailings.map((mailing) => ({ ...mailing, sent_at: time(mailing.sent_at) })),
    engagements: engagements.map(({ kind, machine, at, ...engagement }) => ({
      ...engagement,
      kind: kind === 'click' ? ('click' as const) : ('open' as const),
      machine: machine === 1,
      at: new Date(at).toISOString(),
    })),
    conversions: conversions.map(({ at, ...conversion }) => ({
      ...conversion,
      at: new Date(at).toISOString(),
    })),
    messages: notices.map(({ kind, subject, created_at, sent_at }) => ({
      kind,
      subject,
      at: new Date(created_at).toISOString(),
      sent_at: time(sent_at),
    })),
    automations: passages.map(({ entered_at, ended_at, ...passage }) => ({
      ...passage,
      entered_at: new Date(entered_at).toISOString(),
      ended_at: time(ended_at),
    })),
    suppressed: suppressions.length > 0,
    suppressions: suppressions.map(showSuppression),
  }
}

const isConsent = ({ type, detail }: ContactEvent): boolean =>
  type === 'optin' && detail.startsWith('{')

/** As `writeConsent` wrote it. */
const showConsent = ({ at, detail }: ContactEvent) => ({
  at: new Date(at).toISOString(),
  ...JSON.parse(detail),
})
