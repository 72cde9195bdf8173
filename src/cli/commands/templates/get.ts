import { templates } from '../../../contract/modules/templates.ts'
import { defineCommand } from '../../command.ts'
import { bool, number, text, time } from '../../view.ts'

export const command = defineCommand({
  endpoint: templates.get,
  positionals: ['id'],
  aliases: ['show', 'view'],
  // `--version` is the program's own.
  fields: { version: { name: 'at-version' } },
  examples: ['templates get 9', 'templates get 9 --export -o json > monthly.json'],
  view: {
    fields: [
      text('id'),
      text('name'),
      text('asunto'),
      number('version'),
      bool('archived'),
      time('created_at'),
      time('updated_at'),
    ],
  },
})
