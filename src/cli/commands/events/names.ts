import { customEvents } from '../../../contract/modules/custom-events.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text, time } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: customEvents.names,
  examples: ['events names', 'events names -o ids'],
  view: { columns: [text('name'), number('count'), time('first_at'), time('last_at')], id: 'name' },
})
