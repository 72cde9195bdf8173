import { invites } from '../../../contract/modules/access/invites.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: invites.create,
  examples: ['users invite', 'users invite --days 30 --jq .code'],
  view: { fields: [text('id'), text('code'), time('expires_at')] },
})
