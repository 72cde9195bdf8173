import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: campaigns.archive,
  positionals: ['id'],
  fields: { public: { omit: true } },
  options: { off: { kind: 'switch' } },
  examples: ['campaigns archive 7 --slug march', 'campaigns archive 7 --off'],
  async operation(_, { input: { id, slug }, options }) {
    const request = { id, public: !options.off, ...(slug !== undefined && { slug }) }
    return { endpoint: campaigns.archive, request }
  },
  async run(context, _, operation) {
    return { one: await runOperation(context, operation) }
  },
  view: { fields: [bool('ok'), text('url')] },
})
