import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { editProfile, keyNamed } from '../../config/keys.ts'

export const command = defineCommand({
  positionals: ['key', 'value'],
  isPublic: true,
  examples: ['config set timezone Europe/Madrid', 'config set send_threshold 5000 --profile live'],
  failures: ['not_a_choice', 'not_logged_in'],
  async run(context, { positionals: { key: name = '', value = '' } }) {
    const key = keyNamed(name)
    const change = key.write(value, context)
    await editProfile(context, (profile) => ({ ...profile, ...change }))
    const [written] = Object.values(change)
    return { one: { key: key.name, value: written, profile: context.settings.profile.value } }
  },
  view: { fields: [text('key'), text('value'), text('profile')], id: 'key' },
})
