import { suppressions } from '../../../contract/modules/suppressions.ts'
import { defineCommand } from '../../command/command.ts'
import { suppressionColumns, suppressionFlags } from '../../contacts/suppression-columns.ts'

export const command = defineCommand({
  endpoint: suppressions.list,
  fields: suppressionFlags,
  examples: [
    'contacts suppressions list --type bounce',
    'contacts suppressions list --list Customers --all -o csv',
    'contacts suppressions list --email ana@example.org',
  ],
  view: { columns: suppressionColumns },
})
