import { automations } from '../../../contract/modules/automations.ts'
import { defineCommand } from '../../command.ts'
import { automationColumns } from './columns.ts'

export const command = defineCommand({
  endpoint: automations.list,
  aliases: ['ls'],
  examples: ['automations list', 'automations list --q welcome -o ids'],
  view: { columns: automationColumns },
})
