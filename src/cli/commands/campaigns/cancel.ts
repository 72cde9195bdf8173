import { campaigns } from '../../../contract/modules/campaigns.ts'
import { oneLine } from '../../../core/safe-text.ts'
import { findCampaign } from '../../../operations/find-campaign.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.cancel,
  positionals: ['id'],
  examples: ['campaigns cancel 7', 'campaigns cancel 7 --yes'],
  async plan(context, { input: { id } }) {
    const { camp_name: name = String(id) } = await findCampaign(await context.client(), id)
    return { sentence: context.messages.sending.aboutToCancel(oneLine(name)), id }
  },
  view: { fields: [text('status')] },
})
