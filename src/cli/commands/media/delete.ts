import { media } from '../../../contract/modules/media.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: media.delete,
  positionals: ['id'],
  examples: ['media delete 3', 'media delete 3 --force --yes'],
  async plan(context, { input: { id } }) {
    const client = await context.client()
    const { name } = (await client.call(media.get, { id })).data
    return { sentence: context.messages.operating.aboutToDelete(name), name, id, isMinor: true }
  },
  view: { fields: [bool('ok')] },
})
