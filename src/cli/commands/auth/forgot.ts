import { recovery } from '../../../contract/modules/access/recovery.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: recovery.forgot,
  positionals: ['login'],
  isPublic: true,
  examples: [
    'auth forgot ana',
    'auth forgot ana@example.org --api-url https://mail.example.org/v3/api',
  ],
  async run(context, { input }) {
    const client = await context.client({ isPublic: true })
    const { data } = await client.call(recovery.forgot, input, { signal: context.host.stopped })
    context.output.note(context.messages.run.resetMailed)
    return { one: data }
  },
  view: { fields: [bool('ok')] },
})
