import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { convertOptions } from '../../campaigns/convert-tags.ts'
import { changeFields, updateCampaign } from '../../campaigns/update-campaign.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: campaigns.update,
  positionals: ['id'],
  fields: changeFields,
  options: convertOptions,
  examples: [
    'campaigns update 7 --subject "Hello again"',
    'campaigns update 7 --html march.html',
    'campaigns update 7 --html mailchimp.html --convert-tags',
  ],
  handlesDryRun: true,
  failures: ['missing_input'],
  run: (context, { input, options }) =>
    updateCampaign(context, input, { convertsTags: options['convert-tags'] }),
  view: { fields: [campaignStatus] },
})
