import type { Executor } from '../database/dialect.ts'
import { findForComplaint, turnToComplaint } from './complaint-store.ts'
import { unsubscribe } from './unsubscribe.ts'

export interface Complaining {
  accountId: number
  contactId: number
  campaignId: number | null
  reason: string
  now: number
}

/** Somebody called a message spam, to their provider. False when that was known, or nobody is there. */
export async function complain(tx: Executor, complaining: Complaining): Promise<boolean> {
  const contact = await findForComplaint(tx, complaining)
  if (!contact || contact.status === 'complained') return false
  const { list_id: listId, email, email_key: emailKey } = contact
  const leaving = { ...complaining, listId, email, emailKey }
  // Who had left before says now that it was not early enough.
  if (!(await unsubscribe(tx, { ...leaving, spam: true }))) await turnToComplaint(tx, leaving)
  return true
}
