import { campaigns } from '../../../contract/modules/campaigns.ts'
import { oneLine } from '../../../core/safe-text.ts'
import { findCampaign } from '../../../operations/find-campaign.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.delete,
  positionals: ['id'],
  examples: ['campaigns delete 7', 'campaigns delete 7 --yes'],
  async plan(context, { input: { id } }) {
    const { camp_name: name = String(id) } = await findCampaign(await context.client(), id)
    return {
      sentence: context.messages.operating.aboutToDelete(oneLine(name)),
      name,
      id,
      isMinor: true,
    }
  },
  view: { fields: [bool('ok')] },
})
