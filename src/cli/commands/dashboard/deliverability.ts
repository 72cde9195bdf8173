import { dashboard } from '../../../contract/modules/dashboard.ts'
import { defineCommand } from '../../command/command.ts'
import { number, percent, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: dashboard.deliverability,
  fields: { from: { from: 'time' }, to: { from: 'time' } },
  examples: [
    'dashboard deliverability',
    'dashboard deliverability --from 2027-03-01T00:00 --all -o csv',
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
      { ...text('level'), header: 'health' },
    ],
  },
})
