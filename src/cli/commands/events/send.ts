import { customEvents } from '../../../contract/modules/custom-events.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: customEvents.send,
  positionals: ['name'],
  fields: {
    contact_id: { name: 'contact' },
    properties: { name: 'property', from: 'typed-pairs' },
    at: { from: 'time' },
  },
  examples: [
    'events send purchase --email ana@example.org --value 49.90 --currency EUR --event-id order-981',
    'events send cart --email ana@example.org --property total=30 --property coupon=PAN',
  ],
  view: { fields: [text('id'), bool('ok'), bool('duplicate')] },
})
