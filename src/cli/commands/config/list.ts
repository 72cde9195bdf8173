import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { keys, settingOf } from './keys.ts'

export const command = defineCommand({
  isPublic: true,
  aliases: ['ls'],
  examples: ['config list', 'config list --profile live -o json'],
  async run(context) {
    const items = keys.map((key) => settingOf(key, context))
    return { page: { items, total: items.length } }
  },
  view: { columns: [text('key'), text('value'), text('source')], id: 'key' },
})
