import { contacts } from '../../../contract/modules/contacts.ts'
import { defineCommand } from '../../command/command.ts'
import { state, text, time } from '../../command/view.ts'
import { contactColumns, contactFields } from '../../contacts/columns.ts'

export const command = defineCommand({
  endpoint: contacts.get,
  positionals: ['contact'],
  fields: { id: contactFields.id },
  examples: [
    'contacts get ana@example.org --list Customers',
    'contacts get 17 --list 3 --export gdpr -o json',
  ],
  view: {
    fields: [
      ...contactColumns,
      text('source'),
      time('confirmed_at'),
      time('last_open_at'),
      time('last_click_at'),
    ],
    sections: [
      {
        field: 'customFields',
        title: 'customFields',
        columns: [text('id'), text('name'), { ...text('value'), typeField: 'type' }, text('type')],
      },
      {
        field: 'subscriptions',
        title: 'subscriptions',
        columns: [text('list_name'), state('status'), time('created_at')],
      },
    ],
  },
})
