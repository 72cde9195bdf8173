import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { planRest } from './plan-rest.ts'

export const command = defineCommand({
  endpoint: campaigns.resume,
  positionals: ['id'],
  examples: ['campaigns resume 7 --yes', 'campaigns resume 7 --confirm March'],
  plan: (context, { input: { id } }) => planRest(context, id),
  view: { fields: [text('status')] },
})
