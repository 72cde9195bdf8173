import { contacts } from '../../../contract/modules/contacts.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { contactFields } from '../../contacts/columns.ts'

export const command = defineCommand({
  endpoint: contacts.remove,
  positionals: ['contact'],
  aliases: ['rm', 'delete'],
  fields: { id: contactFields.id },
  examples: [
    'contacts remove ana@example.org --list Customers',
    'contacts remove 17 --list 3 --erase --yes',
  ],
  async plan({ messages: { people } }, { input: { id, contact, erase } }) {
    const sentence = isOn(erase)
      ? people.erasesContact(contact)
      : people.removesContact(contact, String(id))
    return { sentence, count: 1, name: contact }
  },
  view: {
    fields: [bool('ok')],
    sections: [{ field: 'lists', title: 'lists', columns: [text('id'), text('name')] }],
  },
})
