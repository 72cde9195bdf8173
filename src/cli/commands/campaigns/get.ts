import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignColumns } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.get,
  positionals: ['id'],
  aliases: ['show', 'view'],
  examples: ['campaigns get 7', 'campaigns get 7 -o json'],
  view: {
    fields: [
      ...campaignColumns,
      text('asunto'),
      time('scheduled_at'),
      text('reason'),
      text('from_name'),
      text('from_mail'),
      text('reply_to'),
      text('list_id'),
      bool('track_reads'),
      bool('track_links'),
      time('created_at'),
      time('updated_at'),
    ],
    sections: [{ field: 'warnings', title: 'warnings', columns: [text('code'), text('message')] }],
  },
})
