import { contacts } from '../../../contract/modules/contacts.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, state, text } from '../../command/view.ts'
import { contactFields } from '../../contacts/columns.ts'

export const command = defineCommand({
  endpoint: contacts.add,
  fields: {
    ...contactFields,
    unsubscribed_at: { from: 'time' },
    confirmed_at: { from: 'time' },
    created_at: { from: 'time' },
    // A field of batches.
    mode: { omit: true },
  },
  form: { extras: ['nombre'] },
  examples: [
    'contacts add --list Customers --email ana@example.org --name "Ana Ruiz"',
    'contacts add --list 3 --email ana@example.org --field city=Lugo --tag vip',
  ],
  view: { fields: [text('id'), state('status'), bool('ok')] },
})
