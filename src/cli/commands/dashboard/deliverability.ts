import { dashboard } from '../../../contract/modules/dashboard.ts'
import { defineCommand } from '../../command/command.ts'
import { number, percent, state, text } from '../../command/view.ts'
import { periodFlags } from '../../syntax/flag.ts'

export const command = defineCommand({
  endpoint: dashboard.deliverability,
  fields: periodFlags,
  examples: [
    'dashboard deliverability',
    'dashboard deliverability --since 2027-03-01T00:00 --all -o csv',
  ],
  view: {
    id: 'domain',
    columns: [
      text('domain'),
      number('sent'),
      number('delivered'),
      { ...number('hard_bounces'), header: 'hard' },
      { ...number('soft_bounces'), header: 'soft' },
      number('complaints'),
      { ...percent('complaint_rate'), header: 'share' },
      { ...state('level'), header: 'health' },
    ],
  },
})
