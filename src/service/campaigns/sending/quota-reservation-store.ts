import type { Executor } from '../../database/dialect.ts'
import { returnSends } from '../../users/quota-store.ts'

/**
 * Sends that a campaign has taken from its account's monthly quota, when that month ends, and how many of
 * them were taken in earlier months.
 */
export interface Reservation {
  reserved: number
  reserved_until: number
  reserved_earlier: number
}

/**
 * Locks the campaign's row. Every transaction locks it before the account's row: in the other order
 * two transactions could deadlock.
 */
export const lockReservation = (tx: Executor, campaign: number): Promise<Reservation> =>
  tx
    .updateTable('campaigns')
    .set((row) => ({ reserved: row.ref('reserved') }))
    .where('id', '=', campaign)
    .returning(['reserved', 'reserved_until', 'reserved_earlier'])
    .executeTakeFirstOrThrow()

export async function setReservation(
  tx: Executor,
  campaign: number,
  reservation: Reservation,
): Promise<void> {
  await tx.updateTable('campaigns').set(reservation).where('id', '=', campaign).execute()
}

/** A message that is not sent after all. */
interface UnsentMessage {
  account_id: number
  /** When the month ends whose quota the message took one send from; null when it took none. */
  taken_until: number | null
}

/** Returns the sends that messages took individually. Call it once for each message, when it ends. */
export async function refundSends(tx: Executor, unsent: readonly UnsentMessage[]): Promise<void> {
  const refunds = new Map<string, { accountId: number; resetAt: number; count: number }>()
  for (const { account_id: accountId, taken_until: resetAt } of unsent) {
    if (resetAt === null) continue
    const key = `${accountId} ${resetAt}`
    const refund = refunds.get(key) ?? { accountId, resetAt, count: 0 }
    refunds.set(key, { ...refund, count: refund.count + 1 })
  }
  // All transactions lock accounts in the same order, so they cannot deadlock.
  const inOrder = [...refunds.values()].sort((a, b) => a.accountId - b.accountId)
  for (const refund of inOrder) await returnSends(tx, refund)
}
