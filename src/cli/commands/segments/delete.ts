import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: segments.delete,
  positionals: ['id'],
  aliases: ['rm'],
  examples: ['segments delete 4', 'segments delete 4 --yes'],
  async plan(context, { input: { id } }) {
    const client = await context.client()
    const { data } = await client.call(segments.get, { id })
    return { sentence: context.messages.operating.aboutToDelete(data.name), id }
  },
  view: { fields: [bool('ok')] },
})
