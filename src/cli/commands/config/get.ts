import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { keyNamed, settingOf } from './keys.ts'

export const command = defineCommand({
  positionals: ['key'],
  isPublic: true,
  aliases: ['show'],
  examples: ['config get timezone', 'config get api_url -o json'],
  failures: ['not_a_choice'],
  async run(context, { words: { key = '' } }) {
    return { one: settingOf(keyNamed(key), context) }
  },
  view: { fields: [text('value')], id: 'value' },
})
