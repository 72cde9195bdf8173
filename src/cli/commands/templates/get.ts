import { templates } from '../../../contract/modules/templates.ts'
import { defineCommand } from '../../command/command.ts'
import { time } from '../../command/view.ts'
import { templateColumns } from '../../templates/columns.ts'

export const command = defineCommand({
  endpoint: templates.get,
  positionals: ['id'],
  fields: {
    // `--version` is a flag of the program.
    version: { name: 'at-version' },
    // A separate verb.
    export: { omit: true },
  },
  examples: ['templates get 9', 'templates get 9 --at-version 2 --jq .html > monthly.html'],
  view: { fields: [...templateColumns, time('created_at')] },
})
