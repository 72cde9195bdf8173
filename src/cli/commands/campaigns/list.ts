import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { campaignColumns } from './columns.ts'

export const command = defineCommand({
  endpoint: campaigns.list,
  aliases: ['ls'],
  examples: ['campaigns list --status active', 'campaigns list --all -o csv'],
  view: { columns: campaignColumns },
})
