import { fields } from '../../../contract/modules/fields.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { fieldFlags, warningSection } from '../../fields/columns.ts'

export const command = defineCommand({
  endpoint: fields.update,
  positionals: ['field'],
  fields: { ...fieldFlags, internal: { canBeOff: true }, required: { canBeOff: true } },
  examples: [
    'lists fields update 5 --list Customers --name Town --internal',
    'lists fields update 5 --list Customers --no-required',
  ],
  view: {
    fields: [bool('ok')],
    sections: [warningSection],
  },
})
