import { campaigns } from '../../../contract/modules/campaigns.ts'
import { wireId } from '../../../contract/path.ts'
import { findCampaign } from '../../../operations/find-campaign.ts'
import { defineCommand } from '../../command/command.ts'
import { number, percent, text } from '../../command/view.ts'

export const command = defineCommand({
  positionals: ['id...'],
  references: { id: 'campaign' },
  examples: [
    'campaigns compare 3 4 5',
    'campaigns compare March April',
    'campaigns compare 3 4 -o json',
  ],
  failures: ['not_found', 'ambiguous_name', 'missing_word'],
  async run(context, { positionals: { id: ids = [] } }) {
    const client = await context.client()
    const items = []
    for (const id of ids.map(wireId)) {
      const { camp_name, sent_at } = await findCampaign(client, id)
      const { data } = await client.call(campaigns.stats, { id })
      // The curve and the variants of one campaign are those of `campaigns stats`.
      const { series: _, ab_test: __, ...figures } = data
      items.push({ id, camp_name, sent_at, ...figures })
    }
    return { page: { items } }
  },
  view: {
    columns: [
      text('id'),
      text('camp_name'),
      number('delivered'),
      percent('open_rate'),
      percent('click_rate'),
      percent('click_to_open'),
      percent('bounce_rate'),
      percent('unsubscribe_rate'),
    ],
  },
})
