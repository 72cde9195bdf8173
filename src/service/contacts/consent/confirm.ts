import type { Executor } from '../../database/dialect.ts'
import { appendSignals } from '../../events/signals-store.ts'
import { recordContactEvent } from '../../figures/history-store.ts'
import { findListById, type List } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { type Consent, writeConsent } from '../history-store.ts'
import { type Contact, findContactById } from '../store.ts'
import { liftForList, lockLiftable } from '../suppression/lift-store.ts'
import { erasedKeys, isSuppressedSince } from '../suppression/suppressed.ts'
import { updateContact } from '../table/update-store.ts'
import { requestWelcomes } from '../welcomes-store.ts'
import { signalJoined } from '../writing/signal-joined.ts'
import { fingerprintOf, type OptInClaims, readOptInToken } from './opt-in-token.ts'

export interface OptInRequest {
  list: List
  contact: Contact
  /** The person confirmed before. */
  isAccepted: boolean
}

/**
 * Finds the contact behind an opt-in link. Undefined if the link is forged, expired or superseded.
 */
export async function findOptInRequest(
  db: Executor,
  { secrets, clock }: Pick<Service, 'secrets' | 'clock'>,
  token: string,
): Promise<OptInRequest | undefined> {
  const optIn = readOptInToken(token, secrets.mac, clock.now())
  const list = optIn && (await findListById(db, optIn.listId))
  const contact =
    list &&
    (await findContactById(db, { accountId: list.account_id, listId: list.id }, optIn.contactId))
  if (!contact) return undefined
  const isAccepted = contact.status === 'active' && (contact.confirmed_at ?? 0) >= optIn.requestedAt
  if (isAccepted) return { list, contact, isAccepted }
  const listRef = { accountId: list.account_id, listId: list.id }
  const person = { emailKey: contact.email_key, since: optIn.requestedAt }
  const isVoid =
    !isPending(optIn, contact) || (await isSuppressedSince(db, listRef, person, secrets.hash))
  return isVoid ? undefined : { list, contact, isAccepted }
}

/** Whether a request is still open. Any later decision of the person supersedes it. */
export const isPending = ({ fingerprint, requestedAt }: OptInClaims, contact: Contact): boolean =>
  fingerprint === fingerprintOf(contact.email_key) &&
  (contact.confirmed_at ?? 0) < requestedAt &&
  (contact.unsubscribed_at ?? 0) < requestedAt

/**
 * Confirms the subscription: activates the contact, lifts what keeps it off the list and records the
 * consent as evidence. Returns false if another request changed the contact.
 */
export async function confirmOptIn(
  tx: Executor,
  { secrets, clock }: Pick<Service, 'secrets' | 'clock'>,
  { list, contact }: OptInRequest,
  consent: Consent,
): Promise<boolean> {
  const { id, status, email_key } = contact
  const listRef = { accountId: list.account_id, listId: list.id }
  const now = clock.now()
  // The suppressions come first, as in `suppressInAccount`.
  const storedKeys = [email_key, ...erasedKeys(email_key, secrets.hash)]
  const lifted = await lockLiftable(tx, listRef, storedKeys)
  const change = { status: 'active', confirmed_at: now, unsubscribed_at: null } as const
  if (!(await updateContact(tx, id, change, { now, whileIn: status }))) return false
  await liftForList(tx, listRef, email_key, lifted)
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
  await requestWelcomes(tx, [id], now)
  return true
}
