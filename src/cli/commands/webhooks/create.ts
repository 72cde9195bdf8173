import { webhooks } from '../../../contract/modules/webhooks.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { webhookFlags } from './columns.ts'

export const command = defineCommand({
  endpoint: webhooks.create,
  fields: webhookFlags,
  examples: [
    'webhooks create --url https://example.org/hooks --event contact.unsubscribe',
    'webhooks create --url https://example.org/hooks --event campaign.sent --event contact.bounce --jq .secret',
  ],
  view: { fields: [text('id'), text('secret')] },
})
