import { lists } from '../../../contract/modules/lists.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: lists.suppressions,
  positionals: ['id'],
  examples: ['lists suppressions Customers --type bounce', 'lists suppressions 3 --all -o csv'],
  view: {
    columns: [
      text('email'),
      text('type'),
      text('reason'),
      { ...text('list_id'), header: 'list' },
      { ...text('campaign_id'), header: 'campaign' },
      time('at'),
    ],
  },
})
