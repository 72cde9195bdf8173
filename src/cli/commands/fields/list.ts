import { fields } from '../../../contract/modules/fields.ts'
import { defineCommand } from '../../command/command.ts'
import { fieldColumns, fieldFlags } from '../../fields/columns.ts'

export const command = defineCommand({
  endpoint: fields.list,
  fields: fieldFlags,
  examples: ['lists fields list --list Customers', 'lists fields list --list 3 -o json'],
  view: { columns: fieldColumns },
})
