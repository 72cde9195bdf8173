import { templates } from '../../../contract/modules/templates.ts'
import { defineCommand } from '../../command.ts'
import { time } from '../../view.ts'
import { templateColumns } from './columns.ts'

export const command = defineCommand({
  endpoint: templates.get,
  positionals: ['id'],
  aliases: ['show', 'view'],
  fields: {
    // `--version` is the program's own.
    version: { name: 'at-version' },
    // A verb of its own.
    export: { omit: true },
  },
  examples: ['templates get 9', 'templates get 9 --at-version 2 --jq .html > monthly.html'],
  view: { fields: [...templateColumns, time('created_at')] },
})
