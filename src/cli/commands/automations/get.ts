import { automations } from '../../../contract/modules/automations.ts'
import { defineCommand } from '../../command.ts'
import { number, text, time } from '../../view.ts'

export const command = defineCommand({
  endpoint: automations.get,
  positionals: ['id'],
  aliases: ['show', 'view'],
  // `--version` is the program's own.
  fields: { version: { name: 'at-version' } },
  examples: ['automations get 2', 'automations get 2 --at-version 1 -o json'],
  view: {
    fields: [
      text('id'),
      text('name'),
      text('status'),
      number('version'),
      number('entered'),
      number('active'),
      number('completed'),
      time('updated_at'),
    ],
    sections: [
      { field: 'nodes', title: 'nodes', columns: [text('id'), text('type')] },
      { field: 'edges', title: 'edges', columns: [text('from'), text('to'), text('branch')] },
    ],
  },
})
