import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { quotaFields } from '../../users/columns.ts'

export const command = defineCommand({
  endpoint: users.setQuota,
  positionals: ['id'],
  examples: [
    'users quota set 7 --monthly-sends 50000',
    'users quota set 7 --contacts-max 20000 --rate-per-hour 10000',
  ],
  view: { fields: quotaFields },
})
