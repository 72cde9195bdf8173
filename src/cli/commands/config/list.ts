import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { keys, settingOf } from '../../config/keys.ts'

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
