import type { Executor } from '../database/dialect.ts'
import { appendSignals } from '../events/signals-store.ts'
import { findListById, type List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { type Consent, recordContactEvent, writeConsent } from './history-store.ts'
import { fingerprintOf, type OptIn, readOptInToken } from './opt-in-token.ts'
import { signalJoined } from './signal-joined.ts'
import { mayConfirm } from './status.ts'
import { type Contact, findContactById, updateContact } from './store.ts'
import { erasedKeys, liftSuppressions, suppressionOf } from './suppressions-store.ts'

export interface Invitation {
  list: List
  contact: Contact
  /** The question was answered with yes before. */
  isAccepted: boolean
}

/** Whom a link of an opt-in mail asks; undefined when it is forged, too old, or overtaken. */
export async function findInvitation(
  db: Executor,
  { secrets, clock }: Pick<Service, 'secrets' | 'clock'>,
  token: string,
): Promise<Invitation | undefined> {
  const optIn = readOptInToken(token, secrets.mac, clock.now())
  const list = optIn && (await findListById(db, optIn.listId))
  const contact = list && (await findContactById(db, list.id, optIn.contactId))
  if (!contact) return undefined
  const isAccepted = contact.status === 'active' && (contact.confirmed_at ?? 0) >= optIn.askedAt
  return isAccepted || isOpen(optIn, contact) ? { list, contact, isAccepted } : undefined
}

/** One use: whatever the person decided after they were asked overtakes the question. */
export const isOpen = ({ fingerprint, askedAt }: OptIn, contact: Contact): boolean =>
  mayConfirm(contact.status) &&
  fingerprint === fingerprintOf(contact.email_key) &&
  (contact.confirmed_at ?? 0) < askedAt &&
  (contact.unsubscribed_at ?? 0) < askedAt

/** The person says yes: active, what kept them off the list is lifted, and the evidence is kept. */
export async function confirm(
  tx: Executor,
  { secrets, clock }: Pick<Service, 'secrets' | 'clock'>,
  { list, contact }: Invitation,
  consent: Consent,
): Promise<boolean> {
  const { id, status, email_key } = contact
  const place = { accountId: list.account_id, listId: list.id }
  if ((await suppressionOf(tx, place, email_key, secrets.hash)) === 'forbidden') return false
  const now = clock.now()
  const change = { status: 'active', confirmed_at: now, unsubscribed_at: null } as const
  if (!(await updateContact(tx, id, change, { now, whileIn: status }))) return false
  await liftSuppressions(tx, place, [email_key, ...erasedKeys(email_key, secrets.hash)])
  await recordContactEvent(tx, {
    accountId: list.account_id,
    contactId: id,
    type: 'optin',
    detail: writeConsent(consent),
    now,
  })
  const { account_id: accountId } = list
  await appendSignals(tx, [{ accountId, kind: 'confirmed', contactId: id, now }])
  await signalJoined(tx, { accountId, source: contact.source, now }, [id])
  return true
}
