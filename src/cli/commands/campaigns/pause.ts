import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.pause,
  positionals: ['id'],
  examples: ['campaigns pause 7', 'campaigns pause 7 -o json'],
  view: { fields: [text('status'), number('remaining')] },
})
