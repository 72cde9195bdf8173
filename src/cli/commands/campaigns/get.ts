import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignColumns } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, named, sentence, text, time, worded } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.get,
  positionals: ['id'],
  examples: ['campaigns get 7', 'campaigns get 7 -o json'],
  view: {
    fields: [
      ...campaignColumns,
      text('asunto'),
      time('scheduled_at'),
      worded(text('reason'), 'campaign_reason'),
      text('from_name'),
      text('from_mail'),
      text('reply_to'),
      named(text('list_id'), 'list'),
      bool('track_reads'),
      bool('track_links'),
      time('created_at'),
      time('updated_at'),
    ],
    sections: [{ field: 'warnings', title: 'warnings', columns: [sentence('message')] }],
  },
})
