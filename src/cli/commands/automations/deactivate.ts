import { automations } from '../../../contract/modules/automations.ts'
import { automationStatus } from '../../automations/columns.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: automations.deactivate,
  positionals: ['id'],
  examples: ['automations deactivate 2', 'automations deactivate 2 --mode exit --confirm Welcome'],
  async plan(context, { input: { id, mode } }) {
    // The other modes can be reverted.
    if (mode !== 'exit') return undefined
    const client = await context.client()
    const { data } = await client.call(automations.get, { id })
    const { name, active: count } = data
    const shownCount = context.output.local.number(count)
    return {
      sentence: context.messages.automationMessages.aboutToExit(name, shownCount),
      count,
      name,
      id,
    }
  },
  view: { fields: [bool('ok'), automationStatus] },
})
