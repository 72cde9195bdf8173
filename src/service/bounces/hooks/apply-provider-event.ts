import type { TokenKeys } from '../../../core/tokens/signed-token.ts'
import { complain } from '../../contacts/consent/unsubscribe.ts'
import { recordBounce } from '../../contacts/suppression/record-bounce.ts'
import type { Executor } from '../../database/dialect.ts'
import { type ReturnPathTarget, readReturnPath } from '../../mail/return-path.ts'
import { type Bounce, describeBounce } from '../delivery-status.ts'
import { findRecipient } from '../inbox-store.ts'
import type { ProviderBounce, ProviderEvent } from './provider-event.ts'

interface EventContext {
  keys: TokenKeys
  /** The domain of our Message-IDs. */
  hostName: string
  now: number
}

/** Applies a bounce or complaint that a provider reported. A repeated report has no effect. */
export async function applyProviderEvent(
  tx: Executor,
  { messageRefs, report }: ProviderEvent,
  context: EventContext,
): Promise<'bounce' | 'complaint' | 'duplicate' | 'unknown'> {
  const { now } = context
  const target = messageRefs.map((ref) => targetOf(ref, context)).find(Boolean)
  const recipient = target && (await findRecipient(tx, target))
  if (!target || !recipient) return 'unknown'
  if (report.is === 'bounce') {
    const bounce = { recipientId: target.recipient, ...bounceOf(report), now }
    return (await recordBounce(tx, bounce)) ? 'bounce' : 'duplicate'
  }
  const { account_id: accountId, contact_id: contactId, campaign_id: campaignId } = recipient
  const complaint = { accountId, contactId, campaignId, reason: 'feedback_report', now }
  return (await complain(tx, complaint)) ? 'complaint' : 'duplicate'
}

/**
 * The recipient that a return path or Message-ID names. A Message-ID is not signed, but only the
 * provider knows the secret URL of the hook.
 */
function targetOf(ref: string, { keys, hostName }: EventContext): ReturnPathTarget | undefined {
  const [, campaign, recipient, host] =
    /^<?(\d{1,15})\.(\d{1,15})@([^>]+)>?$/.exec(ref.trim()) ?? []
  if (host?.toLowerCase() !== hostName.toLowerCase()) return readReturnPath(ref, keys)
  return { campaign: Number(campaign), recipient: Number(recipient) }
}

/** The server's own response takes precedence over the provider's judgement, as in reports by mail. */
function bounceOf({ response, status, isPermanent }: ProviderBounce): Bounce {
  const bounce = describeBounce(response, status)
  if (!isPermanent || bounce.refusal.kind !== 'unknown') return bounce
  return { ...bounce, refusal: describeBounce('', '5.1.1').refusal }
}
