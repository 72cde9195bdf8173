import { campaigns } from '../../../contract/modules/campaigns.ts'
import { countAudience } from '../../../operations/audience.ts'
import { findCampaign } from '../../../operations/find-campaign.ts'
import { checkFromHere, checkOnServer, isBlocker } from '../../../operations/send-check.ts'
import { withMessage } from '../../campaigns/send-check.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.check,
  positionals: ['id'],
  examples: ['campaigns check 7', 'campaigns check 7 -o json'],
  async run(context, { input: { id } }) {
    const client = await context.client()
    const reported = await checkOnServer(client, id)
    if (reported) return { one: { ready: !reported.some(isBlocker), items: reported } }
    const campaign = await findCampaign(client, id)
    const found = await checkFromHere(client, campaign, await countAudience(client, campaign))
    const items = found.map((item) => withMessage(context, item))
    return { one: { ready: !items.some(isBlocker), items } }
  },
  view: {
    fields: [bool('ready')],
    sections: [
      { field: 'items', title: 'items', columns: [text('level'), text('code'), text('message')] },
    ],
  },
})
