import { fields } from '../../../contract/modules/fields.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { fieldFlags } from '../../fields/columns.ts'

export const command = defineCommand({
  endpoint: fields.delete,
  positionals: ['field'],
  fields: { id: fieldFlags.id },
  examples: ['lists fields delete 5 --list Customers', 'lists fields delete 5 --list 3 --yes'],
  async plan(context, { input: { id, field } }) {
    const { nameOf } = await import('../../references/name-of.ts')
    const name = await nameOf(context, 'field', { id: field, within: id })
    return { sentence: context.messages.people.deletesField(name), name, id: field, isMinor: true }
  },
  view: { fields: [bool('ok')] },
})
