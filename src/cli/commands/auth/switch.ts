import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['name'],
  isPublic: true,
  examples: ['auth switch live', 'auth switch sandbox'],
  failures: ['not_found'],
  async run({ profiles }, { positionals: { name = '' } }) {
    await profiles.use(name)
    return { one: { profile: name } }
  },
  view: { fields: [text('profile')], id: 'profile' },
})
