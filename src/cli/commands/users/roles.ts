import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: users.roles,
  examples: ['users roles', 'users roles -o json'],
  view: { columns: [text('role'), text('permissions')], id: 'role' },
})
