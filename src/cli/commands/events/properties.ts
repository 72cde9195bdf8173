import { customEvents } from '../../../contract/modules/custom-events.ts'
import { defineCommand } from '../../command/command.ts'
import { state, text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: customEvents.properties,
  examples: ['events properties', 'events properties --name purchase'],
  view: { columns: [text('event'), text('property'), state('type')], id: 'property' },
})
