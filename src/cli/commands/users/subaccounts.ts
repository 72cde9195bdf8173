import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { userColumns } from '../../users/columns.ts'

export const command = defineCommand({
  endpoint: users.subaccounts,
  positionals: ['id'],
  examples: ['users subaccounts 3', 'users subaccounts 3 --depth 1 --all'],
  view: {
    columns: [...userColumns, { ...text('parent_id'), header: 'below' }, number('depth')],
  },
})
