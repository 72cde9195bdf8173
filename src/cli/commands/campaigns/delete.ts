import { campaigns } from '../../../contract/modules/campaigns.ts'
import { oneLine } from '../../../core/safe-text.ts'
import { defineCommand } from '../../command.ts'
import { bool } from '../../view.ts'
import { findCampaign } from './find-campaign.ts'

export const command = defineCommand({
  endpoint: campaigns.delete,
  positionals: ['id'],
  aliases: ['rm'],
  examples: ['campaigns delete 7', 'campaigns delete 7 --yes'],
  async plan(context, { input: { id } }) {
    const { camp_name: name = String(id) } = await findCampaign(context, id)
    return { sentence: context.words.operating.aboutToDelete(oneLine(name)), id }
  },
  view: { fields: [bool('ok')] },
})
