import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'
import { number } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.pause,
  positionals: ['id'],
  examples: ['campaigns pause 7', 'campaigns pause 7 -o json'],
  view: { fields: [campaignStatus, number('remaining')] },
})
