import type { Plan } from '../../command.ts'
import type { Context } from '../../context.ts'
import { countAudience } from './audience.ts'
import { findCampaign } from './find-campaign.ts'
import { planOf } from './send-plan.ts'

/** What it means that a campaign which waits goes out now: it is agreed to as a send is. */
export async function planRest(context: Context, id: number | string): Promise<Plan> {
  const campaign = await findCampaign(context, id)
  const audience = await countAudience(context, campaign)
  return planOf(context, campaign, { audience, time: { zone: context.timezone } })
}
