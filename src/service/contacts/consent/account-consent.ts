import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import type { Executor } from '../../database/dialect.ts'
import { appendEvents } from '../../events/outbox-store.ts'
import {
  type SuppressedAddress,
  type SuppressionType,
  suppressMany,
  wholeAccount,
} from '../suppression/suppressions-store.ts'
import {
  type AddressContact,
  lockContactsOf,
  recordOptOuts,
  setOptOutStatus,
} from './account-consent-store.ts'
import { deleteOptInRequests } from './opt-in-requests-store.ts'

interface OptOut {
  accountId: number
  type: SuppressionType
  reason: string
  /** The campaign that the person responds to, if known. */
  campaignId: number | null
  now: number
  /** The detail of the history, if it says more than the reason. */
  detail?: string
  /** A contact of which the caller records the history. */
  recordedContact?: number
}

type AddressOptOut = OptOut & { emailKey: string; email: string | null }

/** The status that a suppression gives to contacts. The owner's decision gives none. */
const statusOf = {
  complaint: 'complained',
  unsubscribe: 'unsubscribed',
  bounce: 'bounced',
  manual: undefined,
} as const satisfies Record<SuppressionType, ContactStatus | undefined>

/** The statuses from weak to strong. A stronger one stays. */
const strengths: readonly ContactStatus[] = [
  'unconfirmed',
  'active',
  'bounced',
  'unsubscribed',
  'complained',
]

/**
 * Suppresses an address in the whole account. Its contacts on all lists get the status, with history
 * and events. Returns the contacts that changed, as they were.
 */
export const suppressAccount = (
  tx: Executor,
  { emailKey: key, email, ...optOut }: AddressOptOut,
): Promise<AddressContact[]> => suppressInAccount(tx, optOut, [{ key, email }])

/** Unsubscribes a person from every list of the account. Returns the contacts that changed. */
export const unsubscribeFromEverything = (
  tx: Executor,
  person: Omit<AddressOptOut, 'type'>,
): Promise<AddressContact[]> => suppressAccount(tx, { ...person, type: 'unsubscribe' })

/** Does the same as `suppressAccount` for many addresses, about a thousand at once. */
export async function suppressInAccount(
  tx: Executor,
  optOut: OptOut,
  addresses: readonly SuppressedAddress[],
): Promise<AddressContact[]> {
  const { accountId, type } = optOut
  // The suppressions come first: two transactions about one address wait for each other here.
  await suppressMany(tx, { ...optOut, listId: wholeAccount }, addresses)
  const status = statusOf[type]
  if (status === undefined) return []
  const keys = addresses.map(({ key }) => key)
  const contacts = await lockContactsOf(tx, accountId, keys)
  const changed = contacts.filter(
    (contact) => strengths.indexOf(contact.status) < strengths.indexOf(status),
  )
  await setOptOutStatus(tx, idsOf(changed), { status, now: optOut.now })
  await deleteOptInRequests(tx, idsOf(changed))
  await recordChanges(tx, optOut, changed)
  return changed
}

const idsOf = (contacts: readonly AddressContact[]): number[] => contacts.map(({ id }) => id)

/** Records the history and the events of contacts whose status changed. */
async function recordChanges(
  tx: Executor,
  { accountId, type, reason, detail = reason, campaignId, recordedContact, now }: OptOut,
  changed: readonly AddressContact[],
): Promise<void> {
  const entry = { detail, campaignId, now }
  if (type === 'bounce') {
    const others = changed.filter(({ id }) => id !== recordedContact)
    return recordOptOuts(tx, idsOf(others), { ...entry, type })
  }
  const left = changed.filter(({ status }) => status !== 'unsubscribed')
  await recordOptOuts(tx, idsOf(left), { ...entry, type: 'unsubscribe' })
  if (type === 'complaint') await recordOptOuts(tx, idsOf(changed), { ...entry, type })
  const events = left.map(({ id: contact_id, list_id }) => ({
    accountId,
    type: 'contact.unsubscribe',
    payload: { contact_id, list_id },
    now,
  }))
  await appendEvents(tx, events)
}
