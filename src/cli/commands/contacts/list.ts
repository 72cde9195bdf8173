import { pages } from '../../../client/paging.ts'
import { contacts } from '../../../contract/modules/contacts.ts'
import { defineCommand } from '../../command/command.ts'
import { contactColumns, contactFields } from '../../contacts/columns.ts'
import { pagingOf } from '../../input/paging.ts'
import { type Given, whereOptions, withConditions } from '../../segments/where.ts'

export const command = defineCommand({
  endpoint: contacts.list,
  fields: {
    ...contactFields,
    updated_since: { from: 'time' },
    // Compiled from `--where`.
    conditions: { omit: true },
  },
  options: whereOptions,
  examples: [
    'contacts list --list Customers --status active',
    `contacts list --list Customers --where 'ciudad = Lugo and opened in 90d'`,
    'contacts list --list 3 --all --fields email,nombre -o csv',
  ],
  async run(context, { input, options: { where } }) {
    const scope: Given = { list_id: input.id }
    const { conditions } = await withConditions(context, scope, where)
    const request = {
      ...input,
      ...(conditions !== undefined && { conditions: JSON.stringify(conditions) }),
    }
    const client = await context.client()
    const paging = pagingOf(context.flags)
    const signal = context.host.stopped
    return {
      pages: pages(client, contacts.list, request, { ...paging, signal }),
      ...(!paging.all && { limit: paging.limit }),
    }
  },
  view: { columns: contactColumns },
})
