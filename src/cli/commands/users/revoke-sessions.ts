import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: users.revokeSessions,
  positionals: ['id'],
  examples: ['users revoke-sessions 7', 'users revoke-sessions 7 --quiet'],
  view: { fields: [bool('ok'), number('revoked')] },
})
