import { openStates, sumOf } from '../campaigns/recipient-states.ts'
import { settleSends } from '../campaigns/reserve-store.ts'
import { stateCounts } from '../campaigns/stats-store.ts'
import { moveCampaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import { appendEvent } from '../events/outbox-store.ts'
import type { Service } from '../service.ts'

/** Ends the campaigns of which nobody is left to send to. Returns whether there were any. */
export async function finishDrained({ db, reader, clock, log }: Service): Promise<boolean> {
  const drained = await drainedCampaigns(db)
  for (const { id, account_id, recipients } of drained) {
    const counts = (await stateCounts(reader, [id])).get(id)
    const total = counts ? sumOf(counts) : 0
    // Of those that are uncertain nobody can say that they were not sent.
    const sent = (counts?.sent ?? 0) + (counts?.uncertain ?? 0)
    const sums = { sent: counts?.sent ?? 0, failed: counts?.failed ?? 0 }
    if (total !== recipients) {
      log.error('recipients do not add up', undefined, { campaign: id, recipients, total })
      await db.transaction().execute(async (tx) => {
        await moveCampaign(tx, id, 'fail', { status: 'failed', ...sums })
        await settleSends(tx, { campaign: id, account: account_id, sent })
      })
      continue
    }
    const now = clock.now()
    await db.transaction().execute(async (tx) => {
      const change = { status: 'sent', sent_at: now, ended_at: now, ...sums } as const
      if (!(await moveCampaign(tx, id, 'finish', change))) return
      await settleSends(tx, { campaign: id, account: account_id, sent })
      const payload = { campaign_id: id, sent_at: new Date(now).toISOString(), recipients }
      await appendEvent(tx, { accountId: account_id, type: 'campaign.sent', payload, now })
    })
  }
  return drained.length > 0
}

const drainedCampaigns = (db: Executor) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'account_id', 'recipients'])
    .where('status', '=', 'sending')
    .where('automation_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recipients')
            .select('recipients.id')
            .whereRef('recipients.campaign_id', '=', 'campaigns.id')
            .where('recipients.state', 'in', openStates),
        ),
      ),
    )
    .execute()

/** Counts again what is kept with campaigns that had ended when a late answer came. */
export async function refreshTotals(tx: Executor, campaigns: readonly number[]): Promise<void> {
  for (const [id, { sent, failed }] of await stateCounts(tx, [...new Set(campaigns)])) {
    await tx
      .updateTable('campaigns')
      .set({ sent, failed })
      .where('id', '=', id)
      .where('ended_at', 'is not', null)
      .execute()
  }
}
