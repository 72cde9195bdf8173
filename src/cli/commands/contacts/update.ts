import { contacts } from '../../../contract/modules/contacts.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, state, text, unlessZero } from '../../command/view.ts'
import { contactFields } from '../../contacts/columns.ts'

export const command = defineCommand({
  endpoint: contacts.update,
  positionals: ['contact'],
  fields: contactFields,
  examples: [
    'contacts update ana@example.org --list Customers --nombre "Ana Ruiz"',
    'contacts update 17 --list 3 --field city=Lugo --status unsubscribed',
  ],
  view: { fields: [text('id'), unlessZero(state('status')), bool('ok')] },
})
