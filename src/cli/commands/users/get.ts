import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { userCard } from '../../users/columns.ts'

export const command = defineCommand({
  endpoint: users.get,
  positionals: ['id'],
  examples: ['users get 7', 'users get 7 -o json'],
  view: { fields: [...userCard, bool('sandbox')] },
})
