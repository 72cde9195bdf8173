import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command.ts'
import { number, text, time } from '../../view.ts'
import { userColumns } from './columns.ts'

export const command = defineCommand({
  endpoint: users.get,
  positionals: ['id'],
  aliases: ['show', 'view'],
  examples: ['users get 7', 'users get 7 -o json'],
  view: {
    fields: [
      ...userColumns,
      text('language'),
      text('quota.plan'),
      number('quota.used'),
      number('quota.monthly_sends'),
      time('created_at'),
    ],
  },
})
