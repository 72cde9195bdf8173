import { fields } from '../../../contract/modules/fields.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { fieldFlags, warningSection } from '../../fields/columns.ts'

export const command = defineCommand({
  endpoint: fields.create,
  fields: fieldFlags,
  examples: [
    'lists fields create --list Customers --name City --type text',
    'lists fields create --list 3 --name Size --type dropdown --option S --option M --option L',
  ],
  view: {
    fields: [text('id'), bool('ok')],
    sections: [warningSection],
  },
})
