import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { resetOf } from '../../users/quota.ts'
import { returnSends, takeSends } from '../../users/quota-store.ts'
import { findAccount } from '../../users/store.ts'
import { lockReservation, setReservation } from './quota-reservation-store.ts'

interface WantedReservation {
  campaign: number
  account: number
  /** Everything the campaign needs, including what it has already reserved. */
  sends: number
  now: number
}

/**
 * Reserves a campaign's sends in its account's monthly quota before any message is sent, and returns
 * surplus sends. Returns false, and changes nothing, when too few sends are left.
 */
export async function reserveSends(
  tx: Executor,
  { campaign, account, sends, now }: WantedReservation,
): Promise<boolean> {
  const { reserved, reserved_until } = await lockReservation(tx, campaign)
  const missing = sends - reserved
  if (missing === 0) return true
  if (missing < 0) {
    await returnSends(tx, { accountId: account, count: -missing, resetAt: reserved_until })
    await setReservation(tx, campaign, { reserved: sends, reserved_until })
    return true
  }
  const resetAt = resetOf(await findAccount(tx, account), now)
  if (!(await takeSends(tx, { accountId: account, count: missing, resetAt, now }))) return false
  await setReservation(tx, campaign, { reserved: sends, reserved_until: resetAt })
  return true
}

/** The same, but throws `quota_exceeded` when too few sends are left. */
export async function reserveSendsOrThrow(tx: Executor, wanted: WantedReservation): Promise<void> {
  if (!(await reserveSends(tx, wanted))) throw new Failure('quota_exceeded')
}

/** Returns the sends that a campaign reserved and did not use. Called when the campaign ends. */
export async function releaseUnusedSends(
  tx: Executor,
  { campaign, account, sent }: { campaign: number; account: number; sent: number },
): Promise<void> {
  const { reserved, reserved_until } = await lockReservation(tx, campaign)
  if (reserved <= sent) return
  await returnSends(tx, { accountId: account, count: reserved - sent, resetAt: reserved_until })
  await setReservation(tx, campaign, { reserved: sent, reserved_until })
}
