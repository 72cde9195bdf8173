import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.links,
  positionals: ['id'],
  fields: { link_id: { name: 'link' } },
  examples: ['campaigns links 7', 'campaigns links 7 -o csv > links.csv'],
  view: {
    columns: [text('link_id'), text('url'), number('clicks'), number('unique_clicks')],
  },
})
