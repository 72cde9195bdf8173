import { startOfSchedule } from '../campaigns/campaign.ts'
import { earliestOf, mostApartMs } from '../campaigns/recipient-hour.ts'
import { moveCampaign } from '../campaigns/store.ts'
import type { Service } from '../service.ts'
import { isActiveAccount } from './audience.ts'

/**
 * Queues the scheduled campaigns whose time has come, for the first clocks where each recipient has
 * their own; one that is far too late waits for a person.
 */
export async function startDue({ db, clock }: Service): Promise<void> {
  const now = clock.now()
  const near = await db
    .selectFrom('campaigns')
    .select(['id', 'scheduled_at', 'timezone', 'by_recipient_timezone'])
    .where('status', '=', 'scheduled')
    .where(({ eb, and, or }) =>
      or([
        eb('scheduled_at', '<=', now),
        and([eb('by_recipient_timezone', '=', 1), eb('scheduled_at', '<=', now + mostApartMs)]),
      ]),
    )
    .where('deleted_at', 'is', null)
    .where(isActiveAccount)
    .execute()
  for (const campaign of near) {
    const { id, scheduled_at: at } = campaign
    if (earliestOf(campaign) > now) continue
    const isLate = startOfSchedule(at ?? now, now) === 'late'
    if (isLate) await moveCampaign(db, id, 'hold', { status: 'paused', reason: 'late' })
    else await moveCampaign(db, id, 'start', { status: 'queued' })
  }
}
