import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { state, text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: segments.contacts,
  positionals: ['id'],
  examples: ['segments contacts 4', 'segments contacts 4 --all --fields email,nombre -o csv'],
  view: {
    columns: [
      text('id'),
      { ...text('list_id'), header: 'list' },
      text('email'),
      text('nombre'),
      state('status'),
      text('tags'),
      time('created_at'),
    ],
  },
})
