import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { campaignFields } from './columns.ts'

export const command = defineCommand({
  endpoint: campaigns.duplicate,
  positionals: ['id'],
  fields: { camp_name: campaignFields.camp_name },
  examples: ['campaigns duplicate 7', 'campaigns duplicate 7 --name "April" -o ids'],
  view: { fields: [text('id')] },
})
