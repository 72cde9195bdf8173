import { publicForms } from '../../../contract/modules/public.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import { bool } from '../../view.ts'

export const command = defineCommand({
  endpoint: publicForms.unsubscribe,
  positionals: ['xsid?'],
  isPublic: true,
  fields: {
    list_id: { name: 'list' },
    // Of a one-click request, which names its subscriber in the address.
    subscriber: { omit: true },
  },
  examples: [
    'public unsubscribe qwesrtysuio',
    'public unsubscribe --email ana@example.org --list 8KxQ2m',
  ],
  async plan({ words: { people } }, { input: { xsid, email } }) {
    const who = xsid ?? email
    if (who === undefined)
      throw new Failure('missing_input', { values: { flags: 'XSID | --email' } })
    return { sentence: people.unsubscribes(who), count: 1, name: who }
  },
  view: { fields: [bool('success')] },
})
