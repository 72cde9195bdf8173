import { campaigns } from '../../../contract/modules/campaigns.ts'
import { campaignStatus } from '../../campaigns/columns.ts'
import { convertOptions } from '../../campaigns/convert-tags.ts'
import { changeFields, updateCampaign } from '../../campaigns/update-campaign.ts'
import { defineCommand } from '../../command/command.ts'
import { imageOptions } from '../../media/local-images.ts'

export const command = defineCommand({
  endpoint: campaigns.update,
  positionals: ['id'],
  fields: changeFields,
  options: { ...convertOptions, ...imageOptions },
  examples: [
    'campaigns update 7 --subject "Hello again"',
    'campaigns update 7 --html march.html',
    'campaigns update 7 --html mailchimp.html --convert-tags',
    'campaigns update 7 --html newsletter/march.html --upload-images',
  ],
  handlesDryRun: true,
  failures: ['missing_input', 'images_refused'],
  run: (context, { input, options, files }) =>
    updateCampaign(context, input, {
      convertsTags: options['convert-tags'],
      ...{ files, uploads: options['upload-images'] },
    }),
  view: { fields: [campaignStatus] },
})
