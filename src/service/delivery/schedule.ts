import { startOfSchedule } from '../campaigns/campaign.ts'
import { moveCampaign } from '../campaigns/store.ts'
import type { Service } from '../service.ts'

/** Queues the scheduled campaigns whose time has come; one that is far too late waits for a person. */
export async function startDue({ db, clock }: Service): Promise<void> {
  const now = clock.now()
  const due = await db
    .selectFrom('campaigns')
    .select(['id', 'scheduled_at'])
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', now)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id, scheduled_at } of due) {
    const isLate = startOfSchedule(scheduled_at ?? now, now) === 'late'
    if (isLate) await moveCampaign(db, id, 'hold', { status: 'paused', reason: 'late' })
    else await moveCampaign(db, id, 'start', { status: 'queued' })
  }
}
