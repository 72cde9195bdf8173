import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: campaigns.unschedule,
  positionals: ['id'],
  examples: ['campaigns unschedule 7', 'campaigns unschedule 7 -o json'],
  view: { fields: [campaignStatus] },
})
