import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { resetOf } from '../users/quota.ts'
import { giveSends, takeSends } from '../users/quota-store.ts'
import { findAccount } from '../users/store.ts'

interface Reservation {
  campaign: number
  account: number
  /** All that the campaign needs, what it has already among them. */
  sends: number
  now: number
}

/**
 * Takes a campaign's sends out of its account's month before any of them is made; what it had taken
 * too many goes back. False where so many are not left: then it keeps what it has.
 */
export async function reserveSends(
  tx: Executor,
  { campaign, account, sends, now }: Reservation,
): Promise<boolean> {
  const { reserved, reserved_until } = await lockReserved(tx, campaign)
  const missing = sends - reserved
  if (missing === 0) return true
  if (missing < 0) {
    await giveSends(tx, { accountId: account, count: -missing, resetAt: reserved_until })
    await setReserved(tx, campaign, { reserved: sends, reserved_until })
    return true
  }
  const resetAt = resetOf(await findAccount(tx, account), now)
  if (!(await takeSends(tx, { accountId: account, count: missing, resetAt, now }))) return false
  await setReserved(tx, campaign, { reserved: sends, reserved_until: resetAt })
  return true
}

export async function reserveOrRefuse(tx: Executor, reservation: Reservation): Promise<void> {
  if (!(await reserveSends(tx, reservation))) throw new Failure('quota_exceeded')
}

/** At a campaign's end: what was not sent is given back. */
export async function settleSends(
  tx: Executor,
  { campaign, account, sent }: { campaign: number; account: number; sent: number },
): Promise<void> {
  const { reserved, reserved_until } = await lockReserved(tx, campaign)
  if (reserved <= sent) return
  await giveSends(tx, { accountId: account, count: reserved - sent, resetAt: reserved_until })
  await setReserved(tx, campaign, { reserved: sent, reserved_until })
}

/** A message that is not sent after all. */
export interface Unsent {
  account_id: number
  taken_until: number | null
}

/** Those that took a send of their month by themselves give it back: each is told of once, as it ends. */
export async function giveBack(tx: Executor, unsent: readonly Unsent[]): Promise<void> {
  const counts = new Map<string, { accountId: number; resetAt: number; count: number }>()
  for (const { account_id: accountId, taken_until: resetAt } of unsent) {
    if (resetAt === null) continue
    const key = `${accountId} ${resetAt}`
    const known = counts.get(key) ?? { accountId, resetAt, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  // In one order for all, so that no two wait for each other.
  const inOrder = [...counts.values()].sort((one, other) => one.accountId - other.accountId)
  for (const taken of inOrder) await giveSends(tx, taken)
}

interface Reserved {
  reserved: number
  reserved_until: number
}

/** Before its account's row, as in every transaction that has both: else two could wait for each other. */
const lockReserved = (tx: Executor, campaign: number): Promise<Reserved> =>
  tx
    .updateTable('campaigns')
    .set((row) => ({ reserved: row.ref('reserved') }))
    .where('id', '=', campaign)
    .returning(['reserved', 'reserved_until'])
    .executeTakeFirstOrThrow()

async function setReserved(tx: Executor, campaign: number, change: Reserved): Promise<void> {
  await tx.updateTable('campaigns').set(change).where('id', '=', campaign).execute()
}
