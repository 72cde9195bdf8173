import { subscription } from '../../../contract/modules/subscription.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: subscription.unsubscribe,
  positionals: ['xsid'],
  isPublic: true,
  fields: { spam: { isSwitch: true } },
  examples: [
    'subscription unsubscribe qwesrtysuio',
    'subscription unsubscribe qwesrtysuio --spam --yes',
  ],
  async plan({ messages: { people } }, { input: { xsid } }) {
    return { sentence: people.unsubscribes(xsid), count: 1, name: xsid }
  },
  view: { fields: [bool('success')] },
})
