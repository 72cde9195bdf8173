import { hourMs } from '../../../../core/time.ts'
import { remainingLimits, resetOf } from '../../../users/quota.ts'
import { takeSends } from '../../../users/quota-store.ts'
import { findAccount } from '../../../users/store.ts'
import { insertRecipients } from './nodes-store.ts'
import {
  type ActiveRun,
  endRun,
  type Outcome,
  type OutcomeOf,
  proceed,
  type StepContext,
} from './outcome.ts'

/** An account may get more sends at any time, even before its month ends. */
const retryDelayMs = hourMs

/**
 * Sends the node's message to as many runs as the account's monthly limit allows. The others retry
 * in an hour.
 */
export async function send(
  { tx, automation, now }: StepContext,
  campaign: number | null | undefined,
  runs: readonly ActiveRun[],
): Promise<OutcomeOf> {
  if (campaign === null || campaign === undefined) return () => endRun('failed', 'no_message')
  const account = await findAccount(tx, automation.accountId)
  const count = Math.min(runs.length, Math.max(0, remainingLimits(account, now).monthly_sends))
  const resetAt = resetOf(account, now)
  const isTaken =
    count > 0 && (await takeSends(tx, { accountId: automation.accountId, count, resetAt, now }))
  const mailed = isTaken ? runs.slice(0, count) : []
  const later: Outcome = { kind: 'later', dueAt: now + retryDelayMs }
  if (mailed.length === 0) return () => later
  await insertRecipients(
    tx,
    { account: automation.accountId, campaign, takenUntil: resetAt, now },
    mailed.map((run) => ({ run, addressKey: run.contact.email_key })),
  )
  const isMailed = new Set(mailed.map(({ id }) => id))
  return ({ id }) => (isMailed.has(id) ? proceed() : later)
}
