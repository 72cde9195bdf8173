import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { editProfile, keyNamed, keys } from '../../config/keys.ts'

export const command = defineCommand({
  positionals: ['key'],
  isPublic: true,
  examples: ['config unset timezone', 'config unset language --profile live'],
  failures: ['not_a_choice'],
  async run(context, { positionals: { key: name = '' } }) {
    const { unset, name: key } = keyNamed(name)
    if (!unset) {
      const choices = keys.filter((known) => known.unset).map((known) => known.name)
      const values = { word: key, choices: choices.join(', ') }
      throw new Failure('not_a_choice', { values })
    }
    await editProfile(context, unset)
    return { one: { key, profile: context.settings.profile.value } }
  },
  view: { fields: [text('key'), text('profile')], id: 'key' },
})
