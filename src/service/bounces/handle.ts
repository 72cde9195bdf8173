import type { TokenKeys } from '../../core/signed-token.ts'
import { recordBounce } from '../contacts/bounce-store.ts'
import { complain } from '../contacts/complain.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import { type ReturnTarget, readReturnPath } from '../mail/return-path.ts'
import type { Service } from '../service.ts'
import { readUnsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { bounceOfAddress, type RecipientReport } from './delivery-status.ts'
import type { Complaint } from './feedback-report.ts'
import {
  accountOfContact,
  closeMessage,
  findMailed,
  noteOutcome,
  unreadMessages,
} from './inbox-store.ts'
import { type Report, readReport } from './read-report.ts'

/** As many as are held in memory at once. */
const batch = 20

/** What a message came to; `unknown`: whose it is cannot be told, or they are gone. */
type Outcome =
  | 'bounce'
  | 'no_bounce'
  | 'complaint'
  | 'duplicate'
  | 'unknown'
  | 'auto_reply'
  | 'other'

interface Circumstances {
  keys: TokenKeys
  now: number
}

/**
 * Reads what has arrived. Each message is closed in the transaction of what it says, so that it
 * counts once, whatever happens in between. Returns whether there was anything.
 */
export async function handleInbox({ db, clock, secrets, log }: Service): Promise<boolean> {
  const messages = await unreadMessages(db, batch)
  for (const { id, rcpt_to: address, raw } of messages) {
    const report = await readReport(raw).catch((error): Report => {
      log.error('a message in the inbox cannot be read', error, { message: id })
      return { is: 'other' }
    })
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      if (!(await closeMessage(tx, id, now))) return
      await noteOutcome(tx, id, await act(tx, address, report, { keys: secrets.mac, now }))
    })
  }
  return messages.length > 0
}

function act(
  tx: Executor,
  address: string,
  report: Report,
  circumstances: Circumstances,
): Promise<Outcome> | Outcome {
  const target = readReturnPath(address, circumstances.keys)
  switch (report.is) {
    case 'delivery_status':
      return actOnBounce(tx, target, report.recipients, circumstances)
    case 'complaint':
      return actOnComplaint(tx, target, report.complaint, circumstances)
    default:
      return report.is
  }
}

async function actOnBounce(
  tx: Executor,
  target: ReturnTarget | undefined,
  recipients: readonly RecipientReport[],
  { now }: Circumstances,
): Promise<Outcome> {
  const mailed = target && (await findMailed(tx, target))
  if (!target || !mailed) return 'unknown'
  const bounce = bounceOfAddress(recipients, mailed.address_key)
  if (!bounce) return 'no_bounce'
  const isNew = await recordBounce(tx, { recipientId: target.recipient, ...bounce, now })
  return isNew ? 'bounce' : 'duplicate'
}

/**
 * A provider sends complaints to the address that was agreed, not to the return path, so the
 * original has to say whose it is. Only what we signed is believed: anybody can write to us, and
 * must not take others off a list.
 */
async function actOnComplaint(
  tx: Executor,
  target: ReturnTarget | undefined,
  complaint: Complaint,
  { keys, now }: Circumstances,
): Promise<Outcome> {
  const who =
    (await whoWasMailed(tx, target ?? targetIn(complaint, keys))) ??
    (await whoMayLeave(tx, complaint, keys))
  if (!who) return 'unknown'
  return (await complain(tx, { ...who, reason: 'feedback_report', now }))
    ? 'complaint'
    : 'duplicate'
}

function targetIn({ returnPaths }: Complaint, keys: TokenKeys): ReturnTarget | undefined {
  const targets = returnPaths.map((path) => readReturnPath(path, keys))
  return targets.find((target) => target !== undefined)
}

async function whoWasMailed(tx: Executor, target: ReturnTarget | undefined) {
  const mailed = target && (await findMailed(tx, target))
  if (!mailed) return undefined
  const { account_id: accountId, contact_id: contactId, campaign_id: campaignId } = mailed
  return { accountId, contactId, campaignId }
}

async function whoMayLeave(tx: Executor, { unsubscribeUrls }: Complaint, keys: TokenKeys) {
  const tokens = unsubscribeUrls.map((url) => url.slice(url.lastIndexOf('/') + 1))
  const leaves = tokens.map((token) => readUnsubscribeToken(token, keys))
  const leave = leaves.find((each) => each !== undefined)
  const account = leave && (await accountOfContact(tx, leave))
  if (!account) return undefined
  const { contactId, campaignId } = leave
  return { accountId: account.account_id, contactId, campaignId }
}
