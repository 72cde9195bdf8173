import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { countAudience } from './audience.ts'
import { findCampaign } from './find-campaign.ts'
import { planOf } from './send-plan.ts'

export const command = defineCommand({
  endpoint: campaigns.abWinner,
  positionals: ['id', 'variant'],
  examples: ['campaigns ab-winner 7 b --yes', 'campaigns ab-winner 7 a --confirm March'],
  async plan(context, { input: { id } }) {
    const campaign = await findCampaign(context, id)
    const audience = await countAudience(context, campaign)
    return planOf(context, campaign, { audience, time: { zone: context.timezone } })
  },
  view: { fields: [text('status')] },
})
