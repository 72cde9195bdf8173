import { webhooks } from '../../../contract/modules/webhooks.ts'
import { defineCommand } from '../../command/command.ts'
import { number } from '../../command/view.ts'
import { webhookFlags } from '../../webhooks/columns.ts'

export const command = defineCommand({
  endpoint: webhooks.replay,
  positionals: ['webhook'],
  fields: {
    id: webhookFlags.id,
    event_ids: { name: 'event-id' },
    from: { from: 'time' },
    to: { from: 'time' },
  },
  examples: [
    'webhooks replay 3 --test',
    'webhooks replay 3 --from yesterday',
    'webhooks replay 3 --event-id 41 --event-id 42',
  ],
  view: { fields: [number('queued')] },
})
