import { templates } from '../../../contract/modules/templates.ts'
import { defineCommand } from '../../command/command.ts'
import { templateColumns } from '../../templates/columns.ts'

export const command = defineCommand({
  endpoint: templates.list,
  aliases: ['ls'],
  examples: ['templates list', 'templates list --q monthly -o ids', 'templates list --archived'],
  view: { columns: templateColumns },
})
