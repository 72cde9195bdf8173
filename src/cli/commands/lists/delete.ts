import { lists } from '../../../contract/modules/lists.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: lists.delete,
  positionals: ['id'],
  examples: ['lists delete 3', 'lists delete Customers --confirm Customers'],
  async plan(context, { input: { id } }) {
    const client = await context.client()
    const { data } = await client.call(lists.get, { id })
    const { name, contacts: count } = data
    const { local } = context.output
    return {
      sentence: context.messages.people.deletesList(name, local.number(count)),
      count,
      name,
      id,
    }
  },
  view: { fields: [bool('ok')] },
})
