import type { Executor } from '../../database/dialect.ts'
import { countBounce } from '../../events/counter-delta-store.ts'
import { appendEvent } from '../../events/outbox-store.ts'
import { appendSignals } from '../../events/signals-store.ts'
import { recordContactEvent } from '../history-store.ts'
import { isSoftBounceLimitReached, maxOutcomes } from './bounce-policy.ts'
import {
  type BouncedMessage,
  contactExists,
  insertBounce,
  markBounced,
  type NewBounce,
  selectMessageOutcomes,
} from './bounce-store.ts'
import { suppress } from './suppressions-store.ts'

/**
 * Records the bounce of a message with its history and event, and suppresses the address if the
 * policy says so. Returns false and writes nothing if it was known: servers report bounces twice.
 */
export async function recordBounce(tx: Executor, bounce: NewBounce): Promise<boolean> {
  const { refusal, diagnostic, now } = bounce
  const bounced = await insertBounce(tx, bounce)
  if (!bounced) return false
  await countBounce(tx, bounced)
  const { account_id: accountId, campaign_id: campaignId, contact_id: contactId } = bounced
  const detail = `${refusal.type} ${refusal.kind}: ${diagnostic}`
  if (await contactExists(tx, contactId)) {
    await recordContactEvent(tx, { accountId, contactId, campaignId, type: 'bounce', detail, now })
    const payload = { contact_id: contactId, type: refusal.type, reason: refusal.kind }
    await appendEvent(tx, { accountId, type: 'contact.bounce', payload, now })
    await appendSignals(tx, [{ accountId, kind: 'bounce', contactId, campaignId, now }])
  }
  if (await isUndeliverable(tx, bounce, contactId)) {
    await suppressBounced(tx, bounced, { reason: refusal.kind, detail, now })
  }
  return true
}

async function isUndeliverable(
  tx: Executor,
  { refusal, recipientId: upTo }: NewBounce,
  contactId: number,
): Promise<boolean> {
  if (refusal.type === 'hard') return true
  if (!refusal.countsAgainstContact) return false
  const query = { contactId, upTo, limit: maxOutcomes }
  return isSoftBounceLimitReached(await selectMessageOutcomes(tx, query))
}

/** Suppresses the address on all lists of the account: the mailbox is the same on each. */
async function suppressBounced(
  tx: Executor,
  { account_id: accountId, contact_id, campaign_id: campaignId, address_key }: BouncedMessage,
  { reason, detail, now }: { reason: string; detail: string; now: number },
): Promise<void> {
  const contacts = await markBounced(tx, { accountId, emailKey: address_key, now })
  for (const { id, list_id: listId, email, email_key: emailKey } of contacts) {
    await suppress(tx, {
      accountId,
      listId,
      emailKey,
      email,
      type: 'bounce',
      reason,
      campaignId,
      now,
    })
    // The campaign was not sent to the other lists, so their history does not mention it.
    if (id !== contact_id)
      await recordContactEvent(tx, { accountId, contactId: id, type: 'bounce', detail, now })
  }
}
