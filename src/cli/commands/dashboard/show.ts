import { dashboard } from '../../../contract/modules/dashboard.ts'
import { defineCommand } from '../../command/command.ts'
import { number, percent, text, time, unlessZero } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: dashboard.show,
  isDefault: true,
  examples: ['dashboard', 'dashboard show -o json'],
  view: {
    fields: [
      number('contacts'),
      number('active_contacts'),
      number('lists'),
      number('campaigns'),
      number('sent'),
      number('opens'),
      percent('open_rate'),
      number('clicks'),
      percent('click_rate'),
      number('bounces'),
      number('unsubscribes'),
      unlessZero(text('comparison.id')),
      unlessZero(percent('comparison.open_rate')),
      unlessZero(percent('comparison.mean_open_rate')),
      unlessZero(percent('comparison.click_rate')),
      unlessZero(percent('comparison.mean_click_rate')),
      number('quota.used'),
      number('quota.monthly_sends'),
    ],
    sections: [
      {
        field: 'last_campaigns',
        title: 'last_campaigns',
        columns: [
          text('id'),
          text('camp_name'),
          text('status'),
          number('recipients'),
          percent('open_rate'),
          percent('click_rate'),
          time('sent_at'),
        ],
      },
      { field: 'warnings', title: 'warnings', columns: [text('code'), text('message')] },
    ],
    charts: ({ sent, opens, clicks }) => [
      {
        kind: 'bars',
        title: 'reach',
        bars: [
          { label: 'sent', value: sent },
          { label: 'opens', value: opens },
          { label: 'clicks', value: clicks },
        ],
      },
    ],
  },
})
