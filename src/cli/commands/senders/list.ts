import { senders } from '../../../contract/modules/senders.ts'
import { defineCommand } from '../../command/command.ts'
import { check, text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: senders.list,
  examples: ['senders list', 'senders list --recheck'],
  view: {
    columns: [
      text('id'),
      text('from_mail'),
      text('from_name'),
      check('verified'),
      check('spf'),
      check('dkim'),
      check('dmarc'),
      time('checked_at'),
    ],
  },
})
