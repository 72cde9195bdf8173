import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number, unlessZero } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: users.revokeSessions,
  positionals: ['id'],
  examples: ['users revoke-sessions 7', 'users revoke-sessions 7 --keys'],
  view: { fields: [bool('ok'), number('revoked'), unlessZero(number('revoked_keys'))] },
})
