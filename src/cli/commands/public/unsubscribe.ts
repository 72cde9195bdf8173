import { publicForms } from '../../../contract/modules/public.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: publicForms.unsubscribe,
  positionals: ['xsid?'],
  isPublic: true,
  fields: {
    list_id: { name: 'list' },
    // Only for one-click requests, which identify the subscriber in the URL.
    subscriber: { omit: true },
  },
  examples: [
    'public unsubscribe qwesrtysuio',
    'public unsubscribe --email ana@example.org --list 8KxQ2m',
  ],
  async plan({ messages: { people } }, { input: { xsid, email } }) {
    const who = xsid ?? email
    if (who === undefined)
      throw new Failure('missing_input', { values: { flags: 'XSID | --email' } })
    return { sentence: people.unsubscribes(who), count: 1, name: who }
  },
  view: { fields: [bool('success')] },
})
