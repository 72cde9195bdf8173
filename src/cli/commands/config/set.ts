import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { editProfile, keyNamed, keyNames } from '../../config/keys.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['key', 'value'],
  positionalChoices: { key: keyNames },
  isPublic: true,
  examples: ['config set timezone Europe/Madrid', 'config set send_threshold 5000 --profile live'],
  failures: ['not_a_choice'],
  async run(context, { positionals: { key: name = '', value = '' } }) {
    const key = keyNamed(name)
    const change = key.write(value, context)
    await editProfile(context, (profile) => ({ ...profile, ...change }), { creates: true })
    const [written] = Object.values(change)
    return { one: { key: key.name, value: written, profile: context.settings.profile.value } }
  },
  view: { fields: [text('key'), text('value'), text('profile')], id: 'key' },
})
