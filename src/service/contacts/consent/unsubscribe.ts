import type { Executor } from '../../database/dialect.ts'
import { countComplaint } from '../../events/counter-delta-store.ts'
import { appendEvent, appendEvents } from '../../events/outbox-store.ts'
import { recordContactEvent } from '../../figures/history-store.ts'
import type { ListRef } from '../../lists/store.ts'
import { suppress } from '../suppression/suppressions-store.ts'
import { suppressAccount } from './account-consent.ts'
import {
  findComplainant,
  markManyUnsubscribed,
  markUnsubscribed,
  recordUnsubscribes,
  suppressContacts,
} from './unsubscribe-store.ts'

interface Unsubscription {
  accountId: number
  listId: number
  contactId: number
  emailKey: string
  email: string
  /** The campaign that the person responds to, if known. */
  campaignId: number | null
  /** The person also reports the message as spam. */
  spam: boolean
  reason: string
  now: number
}

/**
 * Unsubscribes a person from a list for good: status, suppression, history and events in one
 * transaction. A spam report counts for the whole account. Returns false if they had unsubscribed
 * before.
 */
export async function unsubscribe(tx: Executor, unsubscription: Unsubscription): Promise<boolean> {
  const { accountId, listId, contactId, campaignId, spam, reason, now } = unsubscription
  if (spam) return reportComplaint(tx, unsubscription)
  if (!(await markUnsubscribed(tx, { accountId, contactId }, now))) return false
  await suppress(tx, { ...unsubscription, type: 'unsubscribe' })
  const entry = { accountId, contactId, campaignId, detail: reason, now }
  await recordContactEvent(tx, { ...entry, type: 'unsubscribe' })
  const payload = { contact_id: contactId, list_id: listId }
  await appendEvent(tx, { accountId, type: 'contact.unsubscribe', payload, now })
  return true
}

/**
 * Unsubscribes many contacts of a list, with the same effects as `unsubscribe`. Returns how many had
 * not unsubscribed before.
 */
export async function unsubscribeMany(
  tx: Executor,
  list: ListRef,
  contactIds: readonly number[],
  { reason, now }: { reason: string; now: number },
): Promise<number> {
  const { accountId, listId } = list
  const unsubscribed = await markManyUnsubscribed(tx, list, contactIds, now)
  await suppressContacts(tx, unsubscribed, { reason, now })
  await recordUnsubscribes(tx, unsubscribed, { reason, now })
  await appendEvents(
    tx,
    unsubscribed.map((contact_id) => ({
      accountId,
      type: 'contact.unsubscribe',
      payload: { contact_id, list_id: listId },
      now,
    })),
  )
  return unsubscribed.length
}

type Complaint = Pick<Unsubscription, 'accountId' | 'contactId' | 'campaignId' | 'reason' | 'now'>

/** Processes a spam report from a mailbox provider. Returns false if it was known. */
export async function complain(tx: Executor, complaint: Complaint): Promise<boolean> {
  const person = await findComplainant(tx, complaint)
  if (!person) return false
  const { email, email_key: emailKey } = person
  return reportComplaint(tx, { ...complaint, email, emailKey })
}

/**
 * Suppresses the address in the whole account, and counts the complaint once. A contact that was
 * deleted has no statistics any more.
 */
async function reportComplaint(
  tx: Executor,
  complaint: Complaint & { emailKey: string; email: string },
): Promise<boolean> {
  const { accountId, contactId, campaignId, now } = complaint
  const changed = await suppressAccount(tx, { ...complaint, type: 'complaint' })
  if (!changed.some(({ id }) => id === contactId)) return false
  await countComplaint(tx, complaint)
  // The specification requires a number here: 0 means that no campaign is known.
  const payload = { contact_id: contactId, campaign_id: campaignId ?? 0 }
  await appendEvent(tx, { accountId, type: 'contact.complaint', payload, now })
  return true
}
