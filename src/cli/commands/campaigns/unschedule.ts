import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'

export const command = defineCommand({
  endpoint: campaigns.unschedule,
  positionals: ['id'],
  examples: ['campaigns unschedule 7', 'campaigns unschedule 7 -o json'],
  view: { fields: [text('status')] },
})
