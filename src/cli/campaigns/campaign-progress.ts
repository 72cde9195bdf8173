import { campaigns } from '../../contract/modules/campaigns.ts'
import { findCampaign } from '../../operations/find-campaign.ts'
import type { Context } from '../context/context.ts'

/** The progress of a campaign. Another server may leave out any field. */
export interface CampaignProgress {
  id: number
  status: string
  recipients: number
  sent: number
  failed: number
  uncertain: number
  cancelled: number
  open_rate: number
}

const endedStatuses = new Set(['sent', 'cancelled', 'failed'])

export const hasEnded = ({ status }: Pick<CampaignProgress, 'status'>): boolean =>
  endedStatuses.has(status)

/** Whether nothing is being sent: it has ended or is paused. */
export const hasStopped = (progress: Pick<CampaignProgress, 'status'>): boolean =>
  hasEnded(progress) || progress.status === 'paused'

/** Reads the progress. Some servers report the status only in the campaign itself. */
export async function readProgress(context: Context, id: number): Promise<CampaignProgress> {
  const client = await context.client()
  const { data } = await client.call(campaigns.stats, { id }, { signal: context.host.stopped })
  const stats: Partial<typeof data> = data // another server may answer less
  return {
    id,
    status:
      stats.status ??
      (await findCampaign(client, id, { signal: context.host.stopped })).status ??
      '',
    recipients: stats.recipients ?? 0,
    sent: stats.sent ?? 0,
    failed: stats.failed ?? 0,
    uncertain: stats.uncertain ?? 0,
    cancelled: stats.cancelled ?? 0,
    open_rate: stats.open_rate ?? 0,
  }
}
