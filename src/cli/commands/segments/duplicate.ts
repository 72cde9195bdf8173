import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: segments.duplicate,
  positionals: ['id'],
  examples: ['segments duplicate 4', 'segments duplicate 4 --name "Active, second try" -o ids'],
  view: { fields: [text('id'), bool('ok')] },
})
