import type { ContactStatus } from '../../contract/shapes/contact.ts'

interface OptInPolicy {
  doubleOptin: boolean
}

/**
 * Returns the status of a new contact. Adding or importing never changes the status of an existing
 * one, so an old file cannot resubscribe anyone.
 */
export const initialStatus = ({ doubleOptin }: OptInPolicy): ContactStatus =>
  doubleOptin ? 'unconfirmed' : 'active'

/** Whether the person unsubscribed or complained. */
export const hasUnsubscribed = (status: ContactStatus): boolean =>
  status === 'unsubscribed' || status === 'complained'

/**
 * Whether the list owner may set a contact to active. A bounced address may work again, but only
 * the person can consent.
 */
export function mayOwnerActivate(status: ContactStatus, { doubleOptin }: OptInPolicy): boolean {
  if (status === 'unconfirmed') return !doubleOptin
  return !hasUnsubscribed(status)
}

/** Whether a contact may confirm by e-mail. After a complaint no more mail is sent. */
export const mayConfirm = (status: ContactStatus): boolean => status !== 'complained'

/**
 * Returns the status after a change of address: the new one has no bounces, and on a list with
 * double opt-in it has not confirmed.
 */
export function statusWithNewAddress(status: ContactStatus, list: OptInPolicy): ContactStatus {
  if (status === 'bounced') return initialStatus(list)
  return status === 'active' ? initialStatus(list) : status
}

/** Whether an address is suppressed, and if so whether its owner may lift that. */
export type SuppressionState = 'none' | 'unsubscribed' | 'forbidden'

/**
 * Returns the effect of a public form. Anyone can submit any address, so a form never changes an
 * existing contact. `ask` sends a confirmation mail, and only that subscribes a person again.
 */
export function formOutcome(
  { status, suppressed }: { status: ContactStatus | undefined; suppressed: SuppressionState },
  { doubleOptin }: OptInPolicy,
): 'join' | 'ask' | 'nothing' {
  if (suppressed === 'forbidden' || status === 'active' || status === 'complained') return 'nothing'
  if (status !== undefined || suppressed === 'unsubscribed') return 'ask'
  return doubleOptin ? 'ask' : 'join'
}
