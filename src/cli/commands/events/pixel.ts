import { customEvents } from '../../../contract/modules/custom-events.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: customEvents.pixel,
  positionals: ['name'],
  fields: { contact_id: { name: 'contact' } },
  examples: ['events pixel purchase', 'events pixel visit --email ana@example.org --jq .url'],
  view: { fields: [text('url')], id: 'url' },
})
