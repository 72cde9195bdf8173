import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { planContinuedSend } from '../../campaigns/plan-continuation.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: campaigns.resume,
  positionals: ['id'],
  examples: ['campaigns resume 7 --yes', 'campaigns resume 7 --confirm March'],
  plan: (context, { input: { id } }) => planContinuedSend(context, id),
  view: { fields: [campaignStatus] },
})
