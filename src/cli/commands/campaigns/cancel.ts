import { campaigns } from '../../../contract/modules/campaigns.ts'
import { oneLine } from '../../../core/safe-text.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { findCampaign } from './find-campaign.ts'

export const command = defineCommand({
  endpoint: campaigns.cancel,
  positionals: ['id'],
  examples: ['campaigns cancel 7', 'campaigns cancel 7 --yes'],
  async plan(context, { input: { id } }) {
    const { camp_name: name = String(id) } = await findCampaign(context, id)
    return { sentence: context.words.sending.aboutToCancel(oneLine(name)), id }
  },
  view: { fields: [text('status')] },
})
