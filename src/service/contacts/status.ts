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

/**
 * Returns the status after a change of address: the new one has no bounces, and on a list with
 * double opt-in it has not confirmed.
 */
export function statusWithNewAddress(status: ContactStatus, list: OptInPolicy): ContactStatus {
  if (status === 'bounced') return initialStatus(list)
  return status === 'active' ? initialStatus(list) : status
}

/** How an address is kept off a list: `forbidden` after a complaint or by the owner's decision. */
export type SuppressionState = 'none' | 'unsubscribed' | 'forbidden'

interface Subscription {
  status: ContactStatus | undefined
  suppressed: SuppressionState
}

type FormOutcome = 'join' | 'ask' | 'nothing'

/**
 * Returns the effect of a public form. Anyone can submit any address, so a form never changes an
 * existing contact, and sends no mail after a complaint. `ask` sends a confirmation mail, and only that
 * subscribes a person again.
 */
export function formOutcome(subscription: Subscription, policy: OptInPolicy): FormOutcome {
  const { status, suppressed } = subscription
  if (suppressed === 'forbidden' || status === 'complained') return 'nothing'
  // What keeps a subscriber off other lists is no reason to ask for this one again.
  if (status === 'active') return 'nothing'
  return ownOutcome(subscription, policy)
}

/** Returns the effect of a request by the person's own link. They may always change their mind. */
export function ownOutcome(
  { status, suppressed }: Subscription,
  { doubleOptin }: OptInPolicy,
): FormOutcome {
  if (suppressed !== 'none') return 'ask'
  if (status === 'active') return 'nothing'
  return status !== undefined || doubleOptin ? 'ask' : 'join'
}
