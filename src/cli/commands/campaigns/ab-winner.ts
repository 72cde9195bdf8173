import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { planRest } from './plan-rest.ts'

export const command = defineCommand({
  endpoint: campaigns.abWinner,
  positionals: ['id', 'variant'],
  examples: ['campaigns ab-winner 7 b --yes', 'campaigns ab-winner 7 a --confirm March'],
  plan: (context, { input: { id } }) => planRest(context, id),
  view: { fields: [text('status')] },
})
