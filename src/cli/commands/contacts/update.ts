import { contacts } from '../../../contract/modules/contacts.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, state, text, unlessZero } from '../../command/view.ts'
import { contactFields } from '../../contacts/columns.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: contacts.update,
  positionals: ['contact'],
  fields: contactFields,
  examples: [
    'contacts update ana@example.org --list Customers --name "Ana Ruiz"',
    'contacts update 17 --list 3 --field city=Lugo --status unsubscribed',
  ],
  async run(context, { input }) {
    const one = await callOnce(context, contacts.update, input)
    // An address with a typing mistake is a new contact.
    if (one.created)
      await context.output.warn(context.messages.operating.contactCreated(input.contact))
    return { one }
  },
  view: { fields: [text('id'), unlessZero(state('status')), bool('ok')] },
})
