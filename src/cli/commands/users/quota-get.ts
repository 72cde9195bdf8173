import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { quotaFields } from '../../users/columns.ts'

export const command = defineCommand({
  endpoint: users.quota,
  positionals: ['id'],
  examples: ['users quota get 7', 'users quota get 7 --jq .used'],
  view: { fields: quotaFields },
})
