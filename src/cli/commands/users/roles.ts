import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'

export const command = defineCommand({
  endpoint: users.roles,
  examples: ['users roles', 'users roles -o json'],
  view: { columns: [text('role'), text('permissions')], id: 'role' },
})
