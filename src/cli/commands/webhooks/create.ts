import { webhooks } from '../../../contract/modules/webhooks.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { webhookFlags } from '../../webhooks/columns.ts'

export const command = defineCommand({
  endpoint: webhooks.create,
  fields: webhookFlags,
  form: { extras: ['description'] },
  examples: [
    'webhooks create --url https://example.org/hooks --event contact.unsubscribe',
    'webhooks create --url https://example.org/hooks --event campaign.sent --event contact.bounce --jq .secret',
  ],
  view: { fields: [text('id'), text('secret')] },
})
