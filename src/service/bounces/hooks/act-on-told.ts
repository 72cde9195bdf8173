import type { TokenKeys } from '../../../core/signed-token.ts'
import { recordBounce } from '../../contacts/bounce-store.ts'
import { complain } from '../../contacts/complain.ts'
import type { Executor } from '../../database/dialect.ts'
import { type ReturnTarget, readReturnPath } from '../../mail/return-path.ts'
import { type Bounce, describe } from '../delivery-status.ts'
import { findMailed } from '../inbox-store.ts'
import type { Told, ToldBounce } from './told.ts'

interface Circumstances {
  keys: TokenKeys
  /** Right of the @ in our Message-IDs. */
  hostName: string
  now: number
}

/** Writes what a relay told of one message; it counts once, however often it is told. */
export async function actOnTold(
  tx: Executor,
  { marks, says }: Told,
  circumstances: Circumstances,
): Promise<'bounce' | 'complaint' | 'duplicate' | 'unknown'> {
  const { now } = circumstances
  const target = marks.map((mark) => targetOf(mark, circumstances)).find(Boolean)
  const mailed = target && (await findMailed(tx, target))
  if (!target || !mailed) return 'unknown'
  if (says.is === 'bounce') {
    const bounce = { recipientId: target.recipient, ...judge(says), now }
    return (await recordBounce(tx, bounce)) ? 'bounce' : 'duplicate'
  }
  const { account_id: accountId, contact_id: contactId, campaign_id: campaignId } = mailed
  const complaining = { accountId, contactId, campaignId, reason: 'feedback_report', now }
  return (await complain(tx, complaining)) ? 'complaint' : 'duplicate'
}

/** A Message-ID is not signed as a return path is: the secret in the hook's address vouches for it. */
function targetOf(mark: string, { keys, hostName }: Circumstances): ReturnTarget | undefined {
  const [, campaign, recipient, host] =
    /^<?(\d{1,15})\.(\d{1,15})@([^>]+)>?$/.exec(mark.trim()) ?? []
  if (host?.toLowerCase() !== hostName.toLowerCase()) return readReturnPath(mark, keys)
  return { campaign: Number(campaign), recipient: Number(recipient) }
}

/** What the server said goes before what the relay makes of it, as with reports by mail. */
function judge({ said, status, isForGood }: ToldBounce): Bounce {
  const bounce = describe(said, status)
  if (!isForGood || bounce.refusal.kind !== 'unknown') return bounce
  return { ...bounce, refusal: describe('', '5.1.1').refusal }
}
