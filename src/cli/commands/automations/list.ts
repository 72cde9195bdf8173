import { automations } from '../../../contract/modules/automations.ts'
import { automationColumns } from '../../automations/columns.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: automations.list,
  aliases: ['ls'],
  examples: ['automations list', 'automations list --q welcome -o ids'],
  view: { columns: automationColumns },
})
