import { refundSends } from '../../campaigns/sending/quota-reservation-store.ts'
import { recordBounce } from '../../contacts/suppression/record-bounce.ts'
import type { Executor } from '../../database/dialect.ts'
import { countSends } from '../../events/counter-delta-store.ts'
import { appendSignals } from '../../events/signals-store.ts'
import { lockEndedCampaigns } from '../campaign-progress-store.ts'
import { refreshFinalCounts } from '../finish-campaigns.ts'
import {
  isRetry,
  type MessageResult,
  type WrittenRecipient,
  writeLateRecipientResults,
  writeMessageResults,
  writeRecipientResults,
} from './message-state-store.ts'

/** Writes the results of submitted messages: states, counters, signals, refunds and bounces. */
export async function applyDeliveryResults(
  tx: Executor,
  results: readonly MessageResult[],
  now: number,
): Promise<void> {
  const recipients = results.filter(({ message }) => message.table === 'recipients')
  if (recipients.length > 0) {
    const written = await writeRecipientResults(tx, recipients)
    await countRecipientResults(tx, written)
    if (written.length < recipients.length) await applyLateResults(tx, recipients)
  }
  const messages = results.filter(({ message }) => message.table === 'messages')
  if (messages.length > 0) await writeMessageResults(tx, messages)
  for (const { message, result } of recipients) {
    const { refusal, response: diagnostic } = result
    if (refusal) await recordBounce(tx, { recipientId: message.id, refusal, diagnostic, now })
  }
}

/**
 * Applies results of messages that others took for lost, because this process was cut off from the
 * database. A message to be tried again waits as usual, but not after the end of its campaign.
 */
async function applyLateResults(tx: Executor, results: readonly MessageResult[]): Promise<void> {
  const ended = await lockEndedCampaigns(tx, results)
  const final = results.map(({ message, result }) =>
    ended.has(message.id) && isRetry(result.state)
      ? { message, result: { ...result, state: 'failed' as const } }
      : { message, result },
  )
  const written = await writeLateRecipientResults(tx, final)
  await countRecipientResults(tx, written)
  await refreshFinalCounts(
    tx,
    written.map(({ campaign_id }) => campaign_id),
  )
}

async function countRecipientResults(
  tx: Executor,
  written: readonly WrittenRecipient[],
): Promise<void> {
  const sent = written.filter(isSent)
  await countSends(tx, sent)
  await appendSignals(tx, sent.map(sentSignal))
  await refundSends(
    tx,
    written.filter(({ state }) => state === 'failed'),
  )
}

type SentRecipient = WrittenRecipient & { sent_at: number }

const isSent = (row: WrittenRecipient): row is SentRecipient => row.sent_at !== null

const sentSignal = ({ account_id, contact_id, campaign_id, sent_at }: SentRecipient) => ({
  accountId: account_id,
  kind: 'sent' as const,
  contactId: contact_id,
  campaignId: campaign_id,
  now: sent_at,
})
