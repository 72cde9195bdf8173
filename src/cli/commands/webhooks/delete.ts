import { webhooks } from '../../../contract/modules/webhooks.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { webhookFlags } from '../../webhooks/columns.ts'

export const command = defineCommand({
  endpoint: webhooks.delete,
  positionals: ['webhook'],
  aliases: ['rm'],
  fields: { id: webhookFlags.id },
  examples: ['webhooks delete 3', 'webhooks delete 3 --yes'],
  async plan({ messages: { people } }, { input: { webhook } }) {
    return { sentence: people.deletesWebhook(String(webhook)), id: webhook }
  },
  view: { fields: [bool('ok')] },
})
