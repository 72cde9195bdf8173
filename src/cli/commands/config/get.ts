import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { keyNamed, keyNames, settingOf } from '../../config/keys.ts'

export const command = defineCommand({
  positionals: ['key'],
  positionalChoices: { key: keyNames },
  isPublic: true,
  examples: ['config get timezone', 'config get api_url -o json'],
  failures: ['not_a_choice'],
  async run(context, { positionals: { key = '' } }) {
    return { one: settingOf(keyNamed(key), context) }
  },
  view: { fields: [text('value')], id: 'value' },
})
