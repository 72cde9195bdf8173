import { startOfSchedule } from '../campaigns/campaign.ts'
import { tryTransition } from '../campaigns/sending/apply-transition.ts'
import { earliestSendTime, maxZoneDifferenceMs } from '../campaigns/sending/recipient-timezone.ts'
import type { Service } from '../service.ts'
import { selectScheduled } from './campaign-progress-store.ts'

/**
 * Queues scheduled campaigns when their time comes; with recipient timezones, when it comes in the
 * first timezone. A campaign that is far too late is paused for a person to check. Returns
 * whether any was queued.
 */
export async function startScheduledCampaigns({ db, clock, log }: Service): Promise<boolean> {
  const now = clock.now()
  let hasStarted = false
  for (const campaign of await selectScheduled(db, { now, aheadMs: maxZoneDifferenceMs })) {
    const { id, scheduled_at: at } = campaign
    if (earliestSendTime(campaign) > now) continue
    const scope = { tx: db, log }
    const isLate = startOfSchedule(at ?? now, now) === 'late'
    if (isLate) await tryTransition(scope, id, 'hold', { status: 'paused', reason: 'late' })
    else if (await tryTransition(scope, id, 'start', { status: 'queued' })) hasStarted = true
  }
  return hasStarted
}
