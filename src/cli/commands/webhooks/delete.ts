import { webhooks } from '../../../contract/modules/webhooks.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { webhookFlags } from '../../webhooks/columns.ts'

export const command = defineCommand({
  endpoint: webhooks.delete,
  positionals: ['webhook'],
  fields: { id: webhookFlags.id },
  examples: ['webhooks delete 3', 'webhooks delete 3 --yes'],
  async plan(context, { input: { id, webhook } }) {
    const { nameOf } = await import('../../references/name-of.ts')
    const name = await nameOf(context, 'webhook', { id: webhook, within: id })
    return {
      sentence: context.messages.people.deletesWebhook(name),
      name,
      id: webhook,
      isMinor: true,
    }
  },
  view: { fields: [bool('ok')] },
})
