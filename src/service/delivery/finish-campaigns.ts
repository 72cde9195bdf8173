import { toIsoTime } from '../../core/time.ts'
import { recipientCounts } from '../campaigns/reporting/recipient-counts.ts'
import { sumOf } from '../campaigns/reporting/recipient-states.ts'
import { tryTransition } from '../campaigns/sending/apply-transition.ts'
import { releaseUnusedSends } from '../campaigns/sending/quota-reservation.ts'
import type { Executor } from '../database/dialect.ts'
import { appendEvent } from '../events/outbox-store.ts'
import { logAfter } from '../log.ts'
import type { Service } from '../service.ts'
import { hasQueued, selectDrained, updateFinalCounts } from './campaign-progress-store.ts'

/** Ends the campaigns that have no recipients left to send to. Returns whether there were any. */
export async function finishCampaigns({ db, reader, clock, log }: Service): Promise<boolean> {
  const drained = await selectDrained(db)
  for (const { id, account_id, recipients } of drained) {
    const counts = (await recipientCounts(reader, [id])).get(id)
    const total = counts ? sumOf(counts) : 0
    // Uncertain messages may have been sent, so they count against the quota.
    const sent = (counts?.sent ?? 0) + (counts?.uncertain ?? 0)
    const sums = { sent: counts?.sent ?? 0, failed: counts?.failed ?? 0 }
    if (total !== recipients) {
      log.error('recipients do not add up', undefined, { campaign: id, recipients, total })
      await logAfter(log, (log) =>
        db.transaction().execute(async (tx) => {
          await tryTransition({ tx, log }, id, 'fail', { status: 'failed', ...sums })
          await releaseUnusedSends(tx, { campaign: id, account: account_id, sent })
        }),
      )
      continue
    }
    const now = clock.now()
    const finish = logAfter(log, (log) =>
      db.transaction().execute(async (tx) => {
        const change = { status: 'sent', sent_at: now, ended_at: now, ...sums } as const
        if (!(await tryTransition({ tx, log }, id, 'finish', change))) return
        // A late result may have returned a recipient to the queue before the campaign was locked.
        if (await hasQueued(tx, id)) throw new StillOpen()
        await releaseUnusedSends(tx, { campaign: id, account: account_id, sent })
        const payload = { campaign_id: id, sent_at: toIsoTime(now), recipients }
        await appendEvent(tx, { accountId: account_id, type: 'campaign.sent', payload, now })
      }),
    )
    await finish.catch(ignoreStillOpen)
  }
  return drained.length > 0
}

/** Rolls back the end of a campaign. */
class StillOpen extends Error {}

function ignoreStillOpen(error: unknown): void {
  if (!(error instanceof StillOpen)) throw error
}

/** Counts again for campaigns that had already ended when a late result arrived. */
export async function refreshFinalCounts(
  tx: Executor,
  campaigns: readonly number[],
): Promise<void> {
  for (const [id, { sent, failed }] of await recipientCounts(tx, [...new Set(campaigns)])) {
    await updateFinalCounts(tx, id, { sent, failed })
  }
}
