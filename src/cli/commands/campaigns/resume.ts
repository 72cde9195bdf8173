import { campaigns } from '../../../contract/modules/campaigns.ts'
import { planContinuedSend } from '../../campaigns/plan-continuation.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.resume,
  positionals: ['id'],
  examples: ['campaigns resume 7 --yes', 'campaigns resume 7 --confirm March'],
  plan: (context, { input: { id } }) => planContinuedSend(context, id),
  view: { fields: [text('status')] },
})
