import { campaigns } from '../../../contract/modules/campaigns.ts'
import { oneLine } from '../../../core/safe-text.ts'
import { findCampaign } from '../../../operations/find-campaign.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: campaigns.cancel,
  positionals: ['id'],
  examples: ['campaigns cancel 7', 'campaigns cancel 7 --yes'],
  async plan(context, { input: { id } }) {
    const { camp_name: name = String(id) } = await findCampaign(await context.client(), id)
    return {
      sentence: context.messages.sending.aboutToCancel(oneLine(name)),
      name,
      id,
      isMinor: true,
    }
  },
  view: { fields: [campaignStatus] },
})
