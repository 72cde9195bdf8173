import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, state } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: users.status,
  positionals: ['id', 'status'],
  examples: ['users status 7 suspended --reason "Unpaid since May"', 'users status 7 active'],
  view: { fields: [bool('ok'), state('status')] },
})
