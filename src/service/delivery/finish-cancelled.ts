import { recipientCounts } from '../campaigns/reporting/recipient-counts.ts'
import { releaseUnusedSends } from '../campaigns/sending/quota-reservation.ts'
import { whileMore } from '../database/slices.ts'
import type { Service } from '../service.ts'
import {
  cancelUnsentSlice,
  endCancelled,
  selectUnfinishedCancelled,
} from './campaign-progress-store.ts'

/**
 * Gives every unsent recipient of cancelled campaigns a final state, and ends the campaigns. Messages
 * that are at the relay belong to their worker, and their campaign is checked again later. Returns
 * whether a campaign has ended.
 */
export async function finishCancelledCampaigns({
  db,
  reader,
  clock,
}: Pick<Service, 'db' | 'reader' | 'clock'>): Promise<boolean> {
  let hasEnded = false
  for (const { id, account_id: account } of await selectUnfinishedCancelled(db)) {
    await whileMore(() => cancelUnsentSlice(db, id, account))
    const counts = (await recipientCounts(reader, [id])).get(id)
    if ((counts?.pending ?? 0) + (counts?.deferred ?? 0) > 0) continue
    const { sent = 0, failed = 0, cancelled = 0, uncertain = 0 } = counts ?? {}
    const recipients = sent + failed + cancelled + uncertain
    await db.transaction().execute(async (tx) => {
      const end = { ended_at: clock.now(), recipients, sent, failed }
      if (!(await endCancelled(tx, id, end))) return
      await releaseUnusedSends(tx, { campaign: id, account, sent: sent + uncertain })
    })
    hasEnded = true
  }
  return hasEnded
}
