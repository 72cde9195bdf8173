import { defineCommand } from '../../command.ts'
import { text, time } from '../../view.ts'
import { askInbox, type OpenMessage } from './inbox.ts'

export const command = defineCommand({
  positionals: ['message'],
  isPublic: true,
  aliases: ['show'],
  examples: ['sandbox inbox open 12', 'sandbox inbox open 12 -o json --fields links'],
  failures: ['not_found', 'sandbox_not_running'],
  async run(context, { words: { message = '' } }) {
    const id = encodeURIComponent(message)
    const one = await askInbox<OpenMessage>(context, `/${id}`)
    return { one }
  },
  view: {
    fields: [
      text('id'),
      text('from'),
      text('to'),
      text('subject'),
      time('received_at'),
      text('text'),
      text('links'),
    ],
  },
})
