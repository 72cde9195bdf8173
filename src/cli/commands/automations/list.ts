import { automations } from '../../../contract/modules/automations.ts'
import { automationColumns } from '../../automations/columns.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: automations.list,
  examples: ['automations list', 'automations list --search welcome -o ids'],
  view: { columns: automationColumns },
})
