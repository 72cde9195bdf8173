import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: segments.delete,
  positionals: ['id'],
  examples: ['segments delete 4', 'segments delete 4 --yes'],
  async plan(context, { input: { id } }) {
    const client = await context.client()
    const { name } = (await client.call(segments.get, { id })).data
    return { sentence: context.messages.operating.aboutToDelete(name), name, id, isMinor: true }
  },
  view: { fields: [bool('ok')] },
})
