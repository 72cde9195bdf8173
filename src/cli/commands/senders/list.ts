import { senders } from '../../../contract/modules/senders.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: senders.list,
  aliases: ['ls'],
  examples: ['senders list', 'senders list --recheck'],
  view: {
    columns: [
      text('id'),
      text('from_mail'),
      text('from_name'),
      bool('verified'),
      bool('spf'),
      bool('dkim'),
      bool('dmarc'),
      time('checked_at'),
    ],
  },
})
