import { fields } from '../../../contract/modules/fields.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { fieldFlags } from '../../fields/columns.ts'

export const command = defineCommand({
  endpoint: fields.delete,
  positionals: ['field'],
  aliases: ['rm'],
  fields: { id: fieldFlags.id },
  examples: ['lists fields delete 5 --list Customers', 'lists fields delete 5 --list 3 --yes'],
  async plan({ messages: { people } }, { input: { field } }) {
    return { sentence: people.deletesField(String(field)), id: field }
  },
  view: { fields: [bool('ok')] },
})
