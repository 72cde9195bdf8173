import { lists } from '../../../contract/modules/lists.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { listFields } from '../../lists/columns.ts'

export const command = defineCommand({
  endpoint: lists.update,
  positionals: ['id'],
  fields: {
    ...listFields,
    double_optin: { canBeOff: true },
    public_by_id: { canBeOff: true },
    public: { canBeOff: true },
    form_origins: { canBeOff: true },
  },
  examples: [
    'lists update 3 --name "Customers 2027"',
    'lists update Customers --description "Once a month"',
    'lists update Customers --no-form-origins',
  ],
  view: { fields: [bool('ok')] },
})
