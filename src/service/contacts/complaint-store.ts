import type { Executor } from '../database/dialect.ts'
import { appendEvent } from '../events/outbox-store.ts'
import { tallyComplaint } from '../events/tally-store.ts'
import { recordContactEvent } from './history-store.ts'
import { suppress } from './suppressions-store.ts'
import type { Leaving } from './unsubscribe.ts'

export const findForComplaint = (
  tx: Executor,
  { accountId, contactId }: Pick<Leaving, 'accountId' | 'contactId'>,
) =>
  tx
    .selectFrom('contacts')
    .select(['status', 'list_id', 'email', 'email_key'])
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Of a contact who had left already: they never come back now. */
export async function turnToComplaint(tx: Executor, leaving: Omit<Leaving, 'spam'>): Promise<void> {
  const { accountId, contactId, campaignId, reason: detail, now } = leaving
  await tx
    .updateTable('contacts')
    .set((row) => ({ status: 'complained', updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .execute()
  await suppress(tx, { ...leaving, type: 'complaint' })
  await recordContactEvent(tx, { accountId, contactId, campaignId, type: 'complaint', detail, now })
  await tallyComplaint(tx, leaving)
  const payload = { contact_id: contactId, campaign_id: campaignId ?? 0 }
  await appendEvent(tx, { accountId, type: 'contact.complaint', payload, now })
}
