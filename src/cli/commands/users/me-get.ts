import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { userCard } from '../../users/columns.ts'

export const command = defineCommand({
  endpoint: users.me,
  examples: ['users me get', 'users me get --jq .permissions'],
  view: {
    fields: [
      ...userCard,
      text('timezone'),
      text('mcp_permissions'),
      bool('any_form_origin'),
      text('impersonated_by'),
      bool('sandbox'),
    ],
  },
})
