import { publicForms } from '../../../contract/modules/public.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: publicForms.subscribe,
  isPublic: true,
  fields: {
    list_id: { name: 'list' },
    customFields: { name: 'field' },
    // Only for a web page.
    redirect: { omit: true },
    website: { omit: true },
  },
  examples: [
    'public subscribe --list 8KxQ2m --email ana@example.org --name Ana',
    'public subscribe --list 8KxQ2m --email eva@example.org --field 3=Vigo',
  ],
  view: { fields: [bool('success')] },
})
