import { search } from '../../../contract/modules/search.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { contactColumns } from '../../contacts/columns.ts'

export const command = defineCommand({
  endpoint: search.contacts,
  positionals: ['q'],
  examples: ['search contacts ana', 'search contacts @example.org --all -o csv'],
  view: { columns: [{ ...text('list_id'), header: 'list' }, ...contactColumns] },
})
