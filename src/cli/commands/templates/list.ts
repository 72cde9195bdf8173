import { templates } from '../../../contract/modules/templates.ts'
import { defineCommand } from '../../command/command.ts'
import { templateColumns } from '../../templates/columns.ts'

export const command = defineCommand({
  endpoint: templates.list,
  examples: [
    'templates list',
    'templates list --search monthly -o ids',
    'templates list --archived',
  ],
  view: { columns: templateColumns },
})
