import type { ContactStatus } from '../../contract/shapes/contact.ts'

export interface Joining {
  doubleOptin: boolean
}

/**
 * Only a new contact gets a status from being added or imported. One that is there keeps its own:
 * nobody who left comes back because somebody has an old file.
 */
export const statusOfNew = ({ doubleOptin }: Joining): ContactStatus =>
  doubleOptin ? 'unconfirmed' : 'active'

/** Whether the person is gone by their own will. */
export const hasLeft = (status: ContactStatus): boolean =>
  status === 'unsubscribed' || status === 'complained'

/**
 * Whether the owner may make a contact active by saying so. An address that bounced may work again;
 * consent is not the owner's to give.
 */
export function mayOwnerActivate(status: ContactStatus, { doubleOptin }: Joining): boolean {
  if (status === 'unconfirmed') return !doubleOptin
  return !hasLeft(status)
}

/** Whoever reads the mail of an address may bring it back, but after a complaint no mail is to come. */
export const mayConfirm = (status: ContactStatus): boolean => status !== 'complained'

/** The new address never bounced, and on a list that asks it has not been asked. */
export function statusWithNewAddress(status: ContactStatus, list: Joining): ContactStatus {
  if (status === 'bounced') return statusOfNew(list)
  return status === 'active' ? statusOfNew(list) : status
}

export type Suppressed = 'no' | 'left' | 'forbidden'

/**
 * What a form does that anybody can fill in with anybody's address: it never changes a contact that
 * is there. `ask` sends a mail, and only its answer brings a person back.
 */
export function effectOfForm(
  { status, suppressed }: { status: ContactStatus | undefined; suppressed: Suppressed },
  { doubleOptin }: Joining,
): 'join' | 'ask' | 'nothing' {
  if (suppressed === 'forbidden' || status === 'active' || status === 'complained') return 'nothing'
  if (status !== undefined || suppressed === 'left') return 'ask'
  return doubleOptin ? 'ask' : 'join'
}
