import { webhooks } from '../../../contract/modules/webhooks.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text, unlessZero } from '../../command/view.ts'
import { webhookFlags } from '../../webhooks/columns.ts'

export const command = defineCommand({
  endpoint: webhooks.update,
  positionals: ['webhook'],
  fields: { ...webhookFlags, enabled: { canBeOff: true } },
  examples: ['webhooks update 3 --no-enabled', 'webhooks update 3 --rotate-secret --jq .secret'],
  view: { fields: [bool('ok'), unlessZero(text('secret'))] },
})
