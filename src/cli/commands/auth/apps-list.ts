import { apps } from '../../../contract/modules/access/apps.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: apps.list,
  examples: ['auth apps list', 'auth apps list -o json'],
  view: {
    columns: [
      ...[text('id'), text('name'), text('site'), text('scopes')],
      ...[time('last_used_at'), time('expires_at')],
    ],
  },
})
