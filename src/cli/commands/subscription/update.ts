import { subscription } from '../../../contract/modules/subscription.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: subscription.update,
  positionals: ['xsid'],
  isPublic: true,
  fields: { customFields: { name: 'field', placeholder: 'ID=VALUE' } },
  examples: [
    'subscription update qwesrtysuio --name "Ana Ruiz" --field 5=Lugo',
    'subscription update qwesrtysuio --field 3=Vigo --field 5=1798761600',
  ],
  view: { fields: [bool('success')] },
})
