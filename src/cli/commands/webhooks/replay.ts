import { webhooks } from '../../../contract/modules/webhooks.ts'
import { defineCommand } from '../../command/command.ts'
import { number } from '../../command/view.ts'
import { periodFlags } from '../../syntax/flag.ts'
import { webhookFlags } from '../../webhooks/columns.ts'

export const command = defineCommand({
  endpoint: webhooks.replay,
  positionals: ['webhook'],
  fields: {
    id: webhookFlags.id,
    event_ids: { name: 'event-id' },
    ...periodFlags,
  },
  examples: [
    'webhooks replay 3 --test',
    'webhooks replay 3 --since yesterday',
    'webhooks replay 3 --event-id 41 --event-id 42',
  ],
  view: { fields: [number('queued')] },
})
