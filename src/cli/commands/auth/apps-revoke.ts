import { apps } from '../../../contract/modules/access/apps.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: apps.revoke,
  positionals: ['app'],
  examples: ['auth apps revoke Claude', 'auth apps revoke 3 --yes'],
  async plan(context, { input: { app } }) {
    const { nameOf } = await import('../../references/name-of.ts')
    const name = await nameOf(context, 'app', { id: app })
    return { sentence: context.messages.people.revokesApp(name), name, id: app, isMinor: true }
  },
  view: { fields: [bool('ok')] },
})
