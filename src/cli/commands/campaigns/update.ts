import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignFields } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.update,
  positionals: ['id'],
  fields: {
    ...campaignFields,
    track_reads: { canBeOff: true },
    track_links: { canBeOff: true },
  },
  examples: ['campaigns update 7 --subject "Hello again"', 'campaigns update 7 --html march.html'],
  view: { fields: [text('status')] },
})
