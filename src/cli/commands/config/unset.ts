import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { editProfile, keyNamed, keys } from '../../config/keys.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['key'],
  positionalChoices: { key: keys.filter(({ unset }) => unset).map(({ name }) => name) },
  isPublic: true,
  examples: ['config unset timezone', 'config unset language --profile live'],
  failures: ['not_a_choice'],
  async run(context, { positionals: { key: name = '' } }) {
    const { unset, name: key } = keyNamed(name)
    if (unset) await editProfile(context, unset) // the parser has refused the others
    return { one: { key, profile: context.settings.profile.value } }
  },
  view: { fields: [text('key'), text('profile')], id: 'key' },
})
