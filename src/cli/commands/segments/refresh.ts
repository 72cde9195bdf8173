import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { number, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: segments.refresh,
  positionals: ['id'],
  examples: ['segments refresh 4', 'segments refresh 4 -o json'],
  view: { fields: [number('contacts'), time('computed_at')] },
})
