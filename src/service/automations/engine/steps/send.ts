import { hourMs, minuteMs } from '../../../../core/time.ts'
import { remainingLimits, resetOf } from '../../../users/quota.ts'
import { takeSends } from '../../../users/quota-store.ts'
import { findAccount } from '../../../users/store.ts'
import { insertRecipients, type NodeResources } from './nodes-store.ts'
import {
  type ActiveRun,
  endRun,
  type Outcome,
  type OutcomeOf,
  proceed,
  type StepContext,
} from './outcome.ts'

/** An account may get more sends at any time, even before its month ends. */
const quotaDelayMs = hourMs
/** A person may resume paused messages at any time. */
const heldDelayMs = 10 * minuteMs

/**
 * Sends the node's message to as many runs as the account's monthly limit allows. The others retry later, and so do
 * all while its messages are paused.
 */
export async function send(
  { tx, automation, now }: StepContext,
  resources: NodeResources | undefined,
  runs: readonly ActiveRun[],
): Promise<OutcomeOf> {
  const campaign = resources?.campaign
  if (campaign === null || campaign === undefined) return () => endRun('failed', 'no_message')
  if (resources?.isHeld) return () => ({ kind: 'later', dueAt: now + heldDelayMs })
  const account = await findAccount(tx, automation.accountId)
  const count = Math.min(runs.length, Math.max(0, remainingLimits(account, now).monthly_sends))
  const resetAt = resetOf(account, now)
  const isTaken =
    count > 0 && (await takeSends(tx, { accountId: automation.accountId, count, resetAt, now }))
  const mailed = isTaken ? runs.slice(0, count) : []
  const later: Outcome = { kind: 'later', dueAt: now + quotaDelayMs }
  if (mailed.length === 0) return () => later
  await insertRecipients(
    tx,
    { account: automation.accountId, campaign, takenUntil: resetAt, now },
    mailed.map((run) => ({ run, addressKey: run.contact.email_key })),
  )
  const isMailed = new Set(mailed.map(({ id }) => id))
  return ({ id }) => (isMailed.has(id) ? proceed() : later)
}
