import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command.ts'
import { number } from '../../view.ts'
import { userColumns } from './columns.ts'

export const command = defineCommand({
  endpoint: users.list,
  aliases: ['ls'],
  examples: ['users list --role Reseller', 'users list --status suspended --all -o csv'],
  view: {
    columns: [...userColumns, number('quota.used'), number('quota.monthly_sends')],
  },
})
