import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import { carryOut } from '../../sending/carry-out.ts'
import { bool, text } from '../../view.ts'

export const command = defineCommand({
  endpoint: campaigns.archive,
  positionals: ['id'],
  fields: { public: { omit: true } },
  options: { off: { kind: 'switch' } },
  examples: ['campaigns archive 7 --slug march', 'campaigns archive 7 --off'],
  async errand(_, { input: { id, slug }, options }) {
    const request = { id, public: !options.off, ...(slug !== undefined && { slug }) }
    return { endpoint: campaigns.archive, request }
  },
  async run(context, _, errand) {
    return { one: await carryOut(context, errand) }
  },
  view: { fields: [bool('ok'), text('url')] },
})
