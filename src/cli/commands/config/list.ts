import { defineCommand } from '../../command/command.ts'
import { text, worded } from '../../command/view.ts'
import { keys, settingOf } from '../../config/keys.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['config list', 'config list --profile live -o json'],
  async run(context) {
    const items = keys.map((key) => settingOf(key, context))
    return { page: { items, total: items.length } }
  },
  view: {
    columns: [text('key'), text('value'), worded(text('source'), 'setting_source')],
    id: 'key',
  },
})
