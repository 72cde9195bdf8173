import { fields } from '../../../contract/modules/fields.ts'
import { defineCommand } from '../../command.ts'
import { bool } from '../../view.ts'
import { fieldFlags } from './columns.ts'

export const command = defineCommand({
  endpoint: fields.update,
  positionals: ['field'],
  aliases: ['edit'],
  fields: fieldFlags,
  examples: [
    'lists fields update 5 --list Customers --name Town --internal',
    'lists fields update 5 --list Customers --internal',
  ],
  view: { fields: [bool('ok')] },
})
