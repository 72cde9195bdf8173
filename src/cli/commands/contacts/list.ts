import { contacts } from '../../../contract/modules/contacts.ts'
import { defineCommand } from '../../command/command.ts'
import { contactColumns, contactFields } from '../../contacts/columns.ts'

export const command = defineCommand({
  endpoint: contacts.list,
  aliases: ['ls'],
  fields: {
    ...contactFields,
    segment_id: { name: 'segment' },
    updated_since: { from: 'time' },
  },
  examples: [
    'contacts list --list Customers --status active',
    'contacts list --list 3 --all --fields email,nombre -o csv',
  ],
  view: { columns: contactColumns },
})
