import type { Executor } from '../database/dialect.ts'
import { appendEvent } from '../events/outbox-store.ts'
import { tallyComplaint } from '../events/tally-store.ts'
import { recordContactEvent } from './history-store.ts'
import { suppress } from './suppressions-store.ts'

export interface Leaving {
  accountId: number
  listId: number
  contactId: number
  emailKey: string
  email: string
  /** The campaign that the person answers to, where it is known. */
  campaignId: number | null
  /** They also call it spam. */
  spam: boolean
  reason: string
  now: number
}

/**
 * Takes a person off a list for good: status, suppression, history and events in one transaction.
 * False when they had left already, and nothing is written then.
 */
export async function unsubscribe(tx: Executor, leaving: Leaving): Promise<boolean> {
  const { accountId, listId, contactId, campaignId, reason, now } = leaving
  const { numUpdatedRows } = await tx
    .updateTable('contacts')
    .set((row) => ({
      status: leaving.spam ? 'complained' : 'unsubscribed',
      unsubscribed_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .where('status', 'not in', ['unsubscribed', 'complained'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await suppress(tx, { ...leaving, type: leaving.spam ? 'complaint' : 'unsubscribe' })
  const entry = { accountId, contactId, campaignId, detail: reason, now }
  await recordContactEvent(tx, { ...entry, type: 'unsubscribe' })
  const payload = { contact_id: contactId, list_id: listId }
  await appendEvent(tx, { accountId, type: 'contact.unsubscribe', payload, now })
  if (!leaving.spam) return true
  await recordContactEvent(tx, { ...entry, type: 'complaint' })
  await tallyComplaint(tx, leaving)
  await appendEvent(tx, {
    accountId,
    type: 'contact.complaint',
    // The specification has a number here: 0 says that no campaign is known.
    payload: { contact_id: contactId, campaign_id: campaignId ?? 0 },
    now,
  })
  return true
}
