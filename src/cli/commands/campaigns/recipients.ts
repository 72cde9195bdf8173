import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { number, state, text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.recipients,
  positionals: ['id'],
  fields: { link_id: { name: 'link' }, since: { from: 'time' } },
  examples: [
    'campaigns recipients 7 --status failed',
    'campaigns recipients 7 --status clicked --all -o csv > clicked.csv',
    'campaigns recipients 7 --since yesterday --all -o csv >> march.csv',
  ],
  view: {
    columns: [
      text('email'),
      state('status'),
      number('opens'),
      number('clicks'),
      time('sent_at'),
      text('diagnostic'),
    ],
    csvColumns: [
      state('state'),
      text('variant'),
      number('attempts'),
      time('first_open_at'),
      time('last_open_at'),
      time('first_click_at'),
      time('last_click_at'),
      time('bounced_at'),
      text('bounce_type'),
      text('bounce_reason'),
      time('unsubscribed_at'),
      time('complained_at'),
      number('conversions'),
      time('converted_at'),
      number('conversion_value.value'),
      text('conversion_value.currency'),
    ],
  },
})
