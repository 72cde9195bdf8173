import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { done } from '../../users/columns.ts'

export const command = defineCommand({
  endpoint: users.delete,
  positionals: ['id'],
  examples: ['users delete 7', 'users delete 7 --transfer-to 3 --confirm luis'],
  async plan(context, { input: { id } }) {
    const client = await context.client()
    const { data } = await client.call(users.get, { id })
    const { username, quota } = data
    const contacts = context.output.local.number(quota.contacts_used)
    return {
      sentence: context.messages.people.deletesUser(username, contacts),
      count: quota.contacts_used,
      name: username,
      id,
    }
  },
  view: done,
})
