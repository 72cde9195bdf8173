import { lists } from '../../../contract/modules/lists.ts'
import { defineCommand } from '../../command/command.ts'
import { listColumns } from '../../lists/columns.ts'

export const command = defineCommand({
  endpoint: lists.list,
  examples: ['lists list', 'lists list --all -o ids'],
  view: { columns: listColumns },
})
