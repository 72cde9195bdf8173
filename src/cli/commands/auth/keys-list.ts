import { keys } from '../../../contract/modules/access/keys.ts'
import { keyColumns } from '../../auth/key-columns.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: keys.list,
  examples: ['auth keys list', 'auth keys list -o json'],
  view: { columns: keyColumns },
})
