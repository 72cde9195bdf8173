import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignFields } from '../../campaigns/columns.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text, unlessZero } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.resend,
  positionals: ['id'],
  fields: { asunto: campaignFields.asunto },
  examples: [
    'campaigns resend 7 --to unopened --subject "Did you see it?"',
    'campaigns resend 7 --to uncertain -o ids',
  ],
  view: { fields: [text('id'), unlessZero(number('recipients'))] },
})
