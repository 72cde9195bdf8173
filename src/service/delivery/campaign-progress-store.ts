import { refundSends } from '../campaigns/sending/quota-reservation-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { cancelRecipients } from '../figures/recipients-store.ts'
import { lockSends } from '../users/quota-store.ts'
import { isActiveAccount } from './claim-store.ts'
import { removeUnsentSlice } from './queue-store.ts'
import type { MessageResult } from './results/message-state-store.ts'

/**
 * Returns scheduled campaigns of active accounts whose time has come. Campaigns sent by recipient
 * timezone are included `aheadMs` early.
 */
export const selectScheduled = (db: Executor, { now, aheadMs }: { now: number; aheadMs: number }) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'scheduled_at', 'timezone', 'by_recipient_timezone'])
    .where('status', '=', 'scheduled')
    .where(({ eb, and, or }) =>
      or([
        eb('scheduled_at', '<=', now),
        and([eb('by_recipient_timezone', '=', 1), eb('scheduled_at', '<=', now + aheadMs)]),
      ]),
    )
    .where('deleted_at', 'is', null)
    .where(isActiveAccount)
    .execute()

/** Returns campaigns being sent whose queue is empty. */
export const selectDrained = (db: Executor) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'account_id', 'recipients'])
    .where('status', '=', 'sending')
    .where('automation_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recipient_queue')
            .select('recipient_queue.id')
            .whereRef('recipient_queue.campaign_id', '=', 'campaigns.id'),
        ),
      ),
    )
    .execute()

/** Whether a recipient of a campaign waits to be sent to, or is being sent to. */
export async function hasQueued(tx: Executor, campaign: number): Promise<boolean> {
  const row = await tx
    .selectFrom('recipient_queue')
    .select('id')
    .where('campaign_id', '=', campaign)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the campaigns of messages, so that they do not end in the meantime. Returns the ids of the
 * messages whose campaign has ended.
 */
export async function lockEndedCampaigns(
  tx: Executor,
  results: readonly MessageResult[],
): Promise<Set<number>> {
  const ids = results.map(({ message }) => message.id)
  // Locked, because a bounce that arrives meanwhile counts by the state of its message.
  const rows = await dialectOf(tx)
    .lockRows(
      tx
        .selectFrom('recipients')
        .select(['id', 'campaign_id'])
        .where('id', 'in', ids)
        .where('state', '=', 'uncertain')
        .orderBy('id'),
    )
    .execute()
  const campaigns = [...new Set(rows.map(({ campaign_id }) => campaign_id))].sort((a, b) => a - b)
  const ended = new Set<number>()
  for (const id of campaigns) {
    const { status, ended_at } = await tx
      .updateTable('campaigns')
      .set((row) => ({ version: row.ref('version') }))
      .where('id', '=', id)
      .returning(['status', 'ended_at'])
      .executeTakeFirstOrThrow()
    if (ended_at !== null || status === 'cancelled') ended.add(id)
  }
  return new Set(rows.filter(({ campaign_id }) => ended.has(campaign_id)).map(({ id }) => id))
}

/** Updates the stored counts of a campaign that has ended. */
export async function updateFinalCounts(
  tx: Executor,
  id: number,
  counts: { sent: number; failed: number },
): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set(counts)
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .execute()
}

/** Returns cancelled campaigns whose unsent recipients have not all been cancelled yet. */
export const selectUnfinishedCancelled = (db: Executor) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'account_id'])
    .where('status', '=', 'cancelled')
    .where('ended_at', 'is', null)
    .execute()

/** Ends a cancelled campaign with its final counts; returns false when it has ended already. */
export async function endCancelled(
  tx: Executor,
  id: number,
  end: { ended_at: number; recipients: number; sent: number; failed: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set(end)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Cancels a slice of the unsent recipients; returns whether there were any. */
export const cancelUnsentSlice = (
  db: Executor,
  campaign: number,
  account: number,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockSends(tx, account)
    const removed = await removeUnsentSlice(tx, campaign)
    await refundSends(tx, await cancelRecipients(tx, removed))
    return removed.length > 0
  })
