import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: users.role,
  positionals: ['id', 'role'],
  examples: ['users role 7 Reseller', 'users role 7 User --dry-run'],
  view: { fields: [bool('ok'), text('role')] },
})
