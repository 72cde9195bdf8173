import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignColumns } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: campaigns.list,
  aliases: ['ls'],
  examples: [
    'campaigns list --status active',
    'campaigns list --sort open_rate --fields camp_name,sent,open_rate',
    'campaigns list --all -o csv',
  ],
  view: { columns: campaignColumns },
})
