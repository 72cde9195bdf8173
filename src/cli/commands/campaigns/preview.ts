import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.preview,
  positionals: ['id'],
  fields: { contact_id: { name: 'contact' } },
  examples: [
    'campaigns preview 7 --contact 12 --format text',
    'campaigns preview 7 --format html --jq .html > march.html',
  ],
  view: { fields: [text('asunto'), text('preheader'), number('size'), text('text')] },
})
