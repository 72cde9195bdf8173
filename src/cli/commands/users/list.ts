import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { number } from '../../command/view.ts'
import { userColumns } from '../../users/columns.ts'

export const command = defineCommand({
  endpoint: users.list,
  examples: ['users list --role Reseller', 'users list --status suspended --all -o csv'],
  view: {
    columns: [...userColumns, number('quota.used'), number('quota.monthly_sends')],
  },
})
