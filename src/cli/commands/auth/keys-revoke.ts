import { keys } from '../../../contract/modules/access/keys.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: keys.revoke,
  positionals: ['key'],
  examples: ['auth keys revoke nightly', 'auth keys revoke 3 --yes'],
  async plan(context, { input: { key } }) {
    const { nameOf } = await import('../../references/name-of.ts')
    const name = await nameOf(context, 'key', { id: key })
    return { sentence: context.messages.people.revokesKey(name), name, id: key, isMinor: true }
  },
  view: { fields: [bool('ok')] },
})
