import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { planContinuedSend } from '../../campaigns/plan-continuation.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: campaigns.abWinner,
  positionals: ['id', 'variant'],
  examples: ['campaigns ab-winner 7 b --yes', 'campaigns ab-winner 7 a --confirm March'],
  plan: (context, { input: { id } }) => planContinuedSend(context, id),
  view: { fields: [campaignStatus] },
})
