import { lists } from '../../../contract/modules/lists.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { listFields } from '../../lists/columns.ts'

export const command = defineCommand({
  endpoint: lists.create,
  fields: listFields,
  examples: ['lists create --name Customers', 'lists create --name News --double-optin -o ids'],
  view: { fields: [text('id'), bool('ok')] },
})
