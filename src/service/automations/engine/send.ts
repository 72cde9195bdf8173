import { leftOf, resetOf } from '../../users/quota.ts'
import { takeSends } from '../../users/quota-store.ts'
import { findAccount } from '../../users/store.ts'
import { insertRecipients } from './nodes-store.ts'
import { endBy, goOn, type Outcome, type OutcomeOf, type Passing, type Scene } from './outcome.ts'

/** When an account's month is used up: it may get more sends at any time. */
const patienceMs = 3_600_000

/** A message of the node to each, as far as the account's month goes; the others wait an hour. */
export async function send(
  { tx, automation, now }: Scene,
  campaign: number | null | undefined,
  runs: readonly Passing[],
): Promise<OutcomeOf> {
  if (campaign === null || campaign === undefined) return () => endBy('failed', 'no_message')
  const account = await findAccount(tx, automation.accountId)
  const count = Math.min(runs.length, Math.max(0, leftOf(account, now).monthly_sends))
  const resetAt = resetOf(account, now)
  const isTaken =
    count > 0 && (await takeSends(tx, { accountId: automation.accountId, count, resetAt, now }))
  const mailed = isTaken ? runs.slice(0, count) : []
  const later: Outcome = { kind: 'later', dueAt: now + patienceMs }
  if (mailed.length === 0) return () => later
  await insertRecipients(
    tx,
    { account: automation.accountId, campaign, takenUntil: resetAt, now },
    mailed.map((run) => ({ run, addressKey: run.contact.email_key })),
  )
  const isMailed = new Set(mailed.map(({ id }) => id))
  return ({ id }) => (isMailed.has(id) ? goOn() : later)
}
