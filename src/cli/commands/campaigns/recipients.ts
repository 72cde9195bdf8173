import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.recipients,
  positionals: ['id'],
  fields: { link_id: { name: 'link' } },
  examples: [
    'campaigns recipients 7 --status failed',
    'campaigns recipients 7 --status clicked --all -o csv > clicked.csv',
  ],
  view: {
    columns: [
      text('email'),
      text('status'),
      number('opens'),
      number('clicks'),
      time('sent_at'),
      text('diagnostic'),
    ],
  },
})
