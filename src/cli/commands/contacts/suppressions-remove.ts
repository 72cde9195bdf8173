import { suppressions } from '../../../contract/modules/suppressions.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number } from '../../command/view.ts'
import { suppressionFlags } from '../../contacts/suppression-columns.ts'

export const command = defineCommand({
  endpoint: suppressions.remove,
  positionals: ['email'],
  aliases: ['rm', 'lift'],
  fields: suppressionFlags,
  examples: [
    'contacts suppressions remove ana@example.org --reason "the mailbox works again"',
    'contacts suppressions remove ana@example.org --list Customers --reason "added by mistake"',
  ],
  view: {
    fields: [bool('ok'), number('lifted'), { ...number('contacts'), header: 'mailed_again' }],
  },
})
