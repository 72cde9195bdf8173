import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.test,
  positionals: ['id'],
  fields: { emails: { name: 'to', placeholder: 'ADDRESS' } },
  examples: [
    'campaigns test 7 --to ana@example.org',
    'campaigns test 7 --to ana@example.org --to luis@example.org --contact 42',
  ],
  view: { fields: [bool('ok'), number('sent')] },
})
