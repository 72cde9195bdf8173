import { automations } from '../../../contract/modules/automations.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: automations.delete,
  positionals: ['id'],
  examples: ['automations delete 2', 'automations delete 2 --force --confirm Welcome'],
  async plan(context, { input: { id } }) {
    const client = await context.client()
    const { data } = await client.call(automations.get, { id })
    const { name, active: count } = data
    const { automationMessages, operating } = context.messages
    const sentence =
      count > 0
        ? automationMessages.aboutToDelete(name, context.output.local.number(count))
        : operating.aboutToDelete(name)
    return { sentence, count, name, id }
  },
  view: { fields: [bool('ok')] },
})
