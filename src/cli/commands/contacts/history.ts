import { contacts } from '../../../contract/modules/contacts.ts'
import { defineCommand } from '../../command/command.ts'
import { named, text, time } from '../../command/view.ts'
import { contactFields } from '../../contacts/columns.ts'

export const command = defineCommand({
  endpoint: contacts.history,
  positionals: ['contact'],
  fields: { id: contactFields.id },
  examples: [
    'contacts history ana@example.org --list Customers',
    'contacts history 17 --list 3 --type click --all -o csv',
  ],
  view: {
    columns: [
      time('at'),
      text('type'),
      { ...named(text('campaign_id'), 'campaign'), header: 'campaign' },
      text('detail'),
    ],
  },
})
