import { contacts } from '../../../contract/modules/contacts.ts'
import { lists } from '../../../contract/modules/lists.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { ifOffered } from '../../../operations/not-offered.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { contactFields } from '../../contacts/columns.ts'

export const command = defineCommand({
  endpoint: contacts.remove,
  positionals: ['contact'],
  fields: { id: contactFields.id },
  examples: [
    'contacts remove ana@example.org --list Customers',
    'contacts remove 17 --list 3 --erase --yes',
  ],
  async plan(context, { input: { id, contact, erase } }) {
    const { people } = context.messages
    const client = await context.client()
    // A name stands for a number, which does not say who it is.
    const [person, list] = await Promise.all([
      contact.includes('@') ? undefined : ifOffered(client.call(contacts.get, { id, contact })),
      isOn(erase) ? undefined : ifOffered(client.call(lists.get, { id })),
    ])
    const name = person?.data.email ?? contact
    const sentence = isOn(erase)
      ? people.erasesContact(name)
      : people.removesContact(name, list?.data.name ?? String(id))
    return { sentence, count: 1, name, id: contact }
  },
  view: {
    fields: [bool('ok')],
    sections: [{ field: 'lists', title: 'lists', columns: [text('id'), text('name')] }],
  },
})
