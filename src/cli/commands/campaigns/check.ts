import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { bool, text } from '../../view.ts'

export const command = defineCommand({
  endpoint: campaigns.check,
  positionals: ['id'],
  examples: ['campaigns check 7', 'campaigns check 7 -o json'],
  view: {
    fields: [bool('ready')],
    sections: [
      { field: 'items', title: 'items', columns: [text('level'), text('code'), text('message')] },
    ],
  },
})
