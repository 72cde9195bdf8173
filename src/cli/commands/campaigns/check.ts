import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { bool, text } from '../../view.ts'
import { countAudience } from './audience.ts'
import { findCampaign } from './find-campaign.ts'
import { askForCheck, checkFromHere, isBlocker } from './send-check.ts'

export const command = defineCommand({
  endpoint: campaigns.check,
  positionals: ['id'],
  examples: ['campaigns check 7', 'campaigns check 7 -o json'],
  async run(context, { input: { id } }) {
    const asked = await askForCheck(context, id)
    if (asked) return { one: { ready: !asked.some(isBlocker), items: asked } }
    const campaign = await findCampaign(context, id)
    const items = await checkFromHere(context, campaign, await countAudience(context, campaign))
    return { one: { ready: !items.some(isBlocker), items } }
  },
  view: {
    fields: [bool('ready')],
    sections: [
      { field: 'items', title: 'items', columns: [text('level'), text('code'), text('message')] },
    ],
  },
})
