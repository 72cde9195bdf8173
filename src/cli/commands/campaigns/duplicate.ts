import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignFields } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.duplicate,
  positionals: ['id'],
  fields: { camp_name: campaignFields.camp_name },
  examples: ['campaigns duplicate 7', 'campaigns duplicate 7 --name "April" -o ids'],
  view: { fields: [text('id')] },
})
