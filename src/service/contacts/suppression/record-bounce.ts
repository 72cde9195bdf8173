import type { Executor } from '../../database/dialect.ts'
import { countBounce } from '../../events/counter-delta-store.ts'
import { appendEvent } from '../../events/outbox-store.ts'
import { appendSignals } from '../../events/signals-store.ts'
import { type BouncedMessage, insertBounce, type NewBounce } from '../../figures/bounces-store.ts'
import { recordContactEvent } from '../../figures/history-store.ts'
import { suppressAccount } from '../consent/account-consent.ts'
import { isSoftBounceLimitReached, maxOutcomes } from './bounce-policy.ts'
import { findContactAddress, selectMessageOutcomes } from './bounce-store.ts'
import { isErased } from './suppressions-store.ts'

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
  const contact = await findContactAddress(tx, contactId)
  if (contact) {
    await recordContactEvent(tx, { accountId, contactId, campaignId, type: 'bounce', detail, now })
    const payload = { contact_id: contactId, type: refusal.type, reason: refusal.kind }
    await appendEvent(tx, { accountId, type: 'contact.bounce', payload, now })
    await appendSignals(tx, [{ accountId, kind: 'bounce', contactId, campaignId, now }])
  }
  if (await isUndeliverable(tx, bounce, contactId)) {
    // The contact may have another address since.
    const email = contact?.email_key === bounced.address_key ? contact.email : bounced.address_key
    await suppressBounced(tx, bounced, { email, reason: refusal.kind, detail, now })
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

/** Suppresses the address in the whole account: the mailbox is the same on each list. */
async function suppressBounced(
  tx: Executor,
  { account_id: accountId, contact_id, campaign_id: campaignId, address_key }: BouncedMessage,
  bounce: { email: string; reason: string; detail: string; now: number },
): Promise<void> {
  if (isErased(address_key)) return
  await suppressAccount(tx, {
    ...bounce,
    accountId,
    emailKey: address_key,
    type: 'bounce',
    campaignId,
    recordedContact: contact_id,
  })
}
