import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.unschedule,
  positionals: ['id'],
  examples: ['campaigns unschedule 7', 'campaigns unschedule 7 -o json'],
  view: { fields: [text('status')] },
})
