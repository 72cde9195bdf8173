import { contacts } from '../../../contract/modules/contacts.ts'
import { defineCommand } from '../../command.ts'
import { bool, text } from '../../view.ts'
import { contactFields } from './columns.ts'

export const command = defineCommand({
  endpoint: contacts.add,
  fields: {
    ...contactFields,
    // Said of many contacts at once.
    mode: { omit: true },
  },
  ask: ['email'],
  examples: [
    'contacts add --list Customers --email ana@example.org --nombre "Ana Ruiz"',
    'contacts add --list 3 --email ana@example.org --field city=Lugo --tag vip',
  ],
  view: { fields: [text('id'), text('status'), bool('ok')] },
})
