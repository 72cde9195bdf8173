import type { TokenKeys } from '../../core/tokens/signed-token.ts'
import { complain } from '../contacts/consent/unsubscribe.ts'
import { recordBounce } from '../contacts/suppression/record-bounce.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import { type ReturnPathTarget, readReturnPath } from '../mail/return-path.ts'
import type { Service } from '../service.ts'
import { readUnsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { bounceOfAddress, type RecipientReport } from './delivery-status.ts'
import { type Complaint, referencesIn } from './feedback-report.ts'
import { isFeedbackAddress } from './inbox.ts'
import {
  accountOfContact,
  closeMessage,
  findRecipient,
  selectUnreadMessages,
  setOutcome,
} from './inbox-store.ts'
import { type Report, readReport } from './read-report.ts'

/** How many messages are in memory at once. */
const batch = 20

/** The result of a message. `unknown`: the original message cannot be identified, or is deleted. */
type ReportOutcome =
  | 'bounce'
  | 'no_bounce'
  | 'complaint'
  | 'duplicate'
  | 'unknown'
  | 'auto_reply'
  | 'other'

interface ProcessContext {
  keys: TokenKeys
  now: number
}

/**
 * Reads and applies new messages. A message is closed in the transaction that applies it, so it
 * counts once even after a crash. Returns whether there were any.
 */
export async function processInbox({ db, clock, secrets, log }: Service): Promise<boolean> {
  const messages = await selectUnreadMessages(db, batch)
  for (const { id, rcpt_to: address, raw } of messages) {
    const report = await readReport(raw).catch((error): Report => {
      log.error('a message in the inbox cannot be read', error, { message: id })
      return { is: 'other', references: referencesIn('') }
    })
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      if (!(await closeMessage(tx, id, now))) return
      await setOutcome(tx, id, await applyReport(tx, address, report, { keys: secrets.mac, now }))
    })
  }
  return messages.length > 0
}

function applyReport(
  tx: Executor,
  address: string,
  report: Report,
  context: ProcessContext,
): Promise<ReportOutcome> | ReportOutcome {
  const target = readReturnPath(address, context.keys)
  switch (report.is) {
    case 'delivery_status':
      return applyBounce(tx, target, report.recipients, context)
    case 'complaint':
      return applyComplaint(tx, target, report.complaint, context)
    default:
      // Only providers know the address for complaints. Some send them the original and nothing else.
      return isFeedbackAddress(address) && report.references.unsubscribeUrls.length > 0
        ? applyComplaint(tx, target, report.references, context)
        : report.is
  }
}

async function applyBounce(
  tx: Executor,
  target: ReturnPathTarget | undefined,
  recipients: readonly RecipientReport[],
  { now }: ProcessContext,
): Promise<ReportOutcome> {
  const recipient = target && (await findRecipient(tx, target))
  if (!target || !recipient) return 'unknown'
  const bounce = bounceOfAddress(recipients, recipient.address_key)
  if (!bounce) return 'no_bounce'
  const isNew = await recordBounce(tx, { recipientId: target.recipient, ...bounce, now })
  return isNew ? 'bounce' : 'duplicate'
}

/**
 * Applies a complaint. Complaints arrive at the agreed address, not at the return path, so the
 * original must identify the recipient. Only our signed tokens are accepted: anyone can write to
 * the inbox, and must not unsubscribe others.
 */
async function applyComplaint(
  tx: Executor,
  target: ReturnPathTarget | undefined,
  complaint: Complaint,
  { keys, now }: ProcessContext,
): Promise<ReportOutcome> {
  const contact =
    (await recipientOf(tx, target ?? targetIn(complaint, keys))) ??
    (await subscriberOf(tx, complaint, keys))
  if (!contact) return 'unknown'
  return (await complain(tx, { ...contact, reason: 'feedback_report', now }))
    ? 'complaint'
    : 'duplicate'
}

function targetIn({ returnPaths }: Complaint, keys: TokenKeys): ReturnPathTarget | undefined {
  const targets = returnPaths.map((path) => readReturnPath(path, keys))
  return targets.find((target) => target !== undefined)
}

async function recipientOf(tx: Executor, target: ReturnPathTarget | undefined) {
  const recipient = target && (await findRecipient(tx, target))
  if (!recipient) return undefined
  const { account_id: accountId, contact_id: contactId, campaign_id: campaignId } = recipient
  return { accountId, contactId, campaignId }
}

async function subscriberOf(tx: Executor, { unsubscribeUrls }: Complaint, keys: TokenKeys) {
  const tokens = unsubscribeUrls.map((url) => url.slice(url.lastIndexOf('/') + 1))
  const unsubscribes = tokens.map((token) => readUnsubscribeToken(token, keys))
  const unsubscribe = unsubscribes.find((found) => found !== undefined)
  const account = unsubscribe && (await accountOfContact(tx, unsubscribe))
  if (!account) return undefined
  const { contactId, campaignId } = unsubscribe
  return { accountId: account.account_id, contactId, campaignId }
}
