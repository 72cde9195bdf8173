import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: users.impersonate,
  positionals: ['id'],
  examples: [
    'users impersonate 7',
    'users impersonate 7 --fields token | remite auth login --with-token --profile luis',
  ],
  view: { fields: [text('token'), time('expires_at')] },
})
