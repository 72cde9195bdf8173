import { senders } from '../../../contract/modules/senders.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: senders.create,
  ask: ['from_name', 'from_mail'],
  examples: [
    'senders create --from-name "Ana from Example" --from-mail news@example.org',
    'senders create --from-name News --from-mail news@example.org --reply-to help@example.org',
  ],
  view: {
    fields: [
      text('id'),
      text('status'),
      bool('verified'),
      bool('spf'),
      bool('dkim'),
      bool('dmarc'),
    ],
    sections: [
      {
        field: 'records',
        title: 'records',
        columns: [text('type'), text('name'), text('value'), text('found')],
      },
    ],
  },
})
