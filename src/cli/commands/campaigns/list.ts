import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignColumns } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'
import { periodFlags } from '../../syntax/flag.ts'

export const command = defineCommand({
  endpoint: campaigns.list,
  fields: periodFlags,
  examples: [
    'campaigns list --status active',
    'campaigns list --sort open_rate --fields camp_name,sent,open_rate',
    'campaigns list --since 2027-03-01 --all -o csv',
  ],
  view: { columns: campaignColumns },
})
