import { webhooks } from '../../../contract/modules/webhooks.ts'
import { defineCommand } from '../../command/command.ts'
import { webhookColumns, webhookFlags } from '../../webhooks/columns.ts'

export const command = defineCommand({
  endpoint: webhooks.list,
  fields: { id: webhookFlags.id },
  examples: ['webhooks list', 'webhooks list -o json'],
  view: { columns: webhookColumns },
})
