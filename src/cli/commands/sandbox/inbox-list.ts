import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import { askInbox, type InboxMessage } from '../../sandbox/inbox.ts'

const fewMessages = 50

export const command = defineCommand({
  options: { to: { kind: 'text', placeholder: 'ADDRESS' } },
  isPublic: true,
  isDefault: true,
  aliases: ['ls'],
  examples: ['sandbox inbox list', 'sandbox inbox list --to ana@example.org -o json'],
  failures: ['sandbox_not_running'],
  async run(context, { options: { to } }) {
    const query = new URLSearchParams({
      limit: String(context.flags.limit ?? fewMessages),
      ...(to !== undefined && { to }),
    })
    const items = await askInbox<InboxMessage[]>(context, `?${query}`)
    return { page: { items } }
  },
  view: {
    columns: [text('id'), text('to'), text('subject'), text('from'), time('received_at')],
  },
})
