import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { bool } from '../../view.ts'

export const command = defineCommand({
  endpoint: campaigns.delete,
  positionals: ['id'],
  aliases: ['rm'],
  examples: ['campaigns delete 7', 'campaigns delete 7 --yes'],
  async plan(context, { input: { id } }) {
    const client = await context.client()
    const { data } = await client.call(campaigns.get, { id })
    return { sentence: context.words.operating.aboutToDelete(data.camp_name), id }
  },
  view: { fields: [bool('ok')] },
})
