import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { resetOf } from '../../users/quota.ts'
import { returnSends, takeSends } from '../../users/quota-store.ts'
import { findAccount } from '../../users/store.ts'
import { lockReservation, type Reservation, setReservation } from './quota-reservation-store.ts'

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
  const reservation = await lockReservation(tx, campaign)
  const { reserved, reserved_until, reserved_earlier } = reservation
  const missing = sends - reserved
  if (missing === 0) return true
  if (missing < 0) {
    await shrink(tx, { campaign, account, reservation, sends })
    return true
  }
  const resetAt = resetOf(await findAccount(tx, account), now)
  if (!(await takeSends(tx, { accountId: account, count: missing, resetAt, now }))) return false
  const isSameMonth = resetAt === reserved_until
  await setReservation(tx, campaign, {
    reserved: sends,
    reserved_until: resetAt,
    reserved_earlier: isSameMonth ? reserved_earlier : reserved,
  })
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
  const reservation = await lockReservation(tx, campaign)
  if (reservation.reserved > sent) await shrink(tx, { campaign, account, reservation, sends: sent })
}

interface Shrinking {
  campaign: number
  account: number
  reservation: Reservation
  /** What remains reserved. */
  sends: number
}

/** Returns sends of the last month. Those of earlier months have lapsed with their month. */
async function shrink(
  tx: Executor,
  { campaign, account, reservation, sends }: Shrinking,
): Promise<void> {
  const { reserved, reserved_until, reserved_earlier } = reservation
  const count = Math.min(reserved - sends, reserved - reserved_earlier)
  await returnSends(tx, { accountId: account, count, resetAt: reserved_until })
  await setReservation(tx, campaign, {
    reserved: sends,
    reserved_until,
    reserved_earlier: Math.min(reserved_earlier, sends),
  })
}
