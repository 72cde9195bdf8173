import { automations } from '../../../contract/modules/automations.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: automations.trigger,
  positionals: ['id'],
  fields: {
    contact_id: { name: 'contact' },
    properties: { name: 'property' },
  },
  examples: [
    'automations trigger 2 --email eva@example.org',
    'automations trigger 2 --contact 17 --event cart --property total=30 --idempotency cart-981',
  ],
  view: { fields: [bool('ok'), bool('enrolled')] },
})
