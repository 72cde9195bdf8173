import { events } from '../../../contract/modules/events.ts'
import { defineCommand } from '../../command/command.ts'
import { eventColumns } from '../../events/columns.ts'

export const command = defineCommand({
  endpoint: events.list,
  aliases: ['ls'],
  fields: { from: { from: 'time' }, to: { from: 'time' } },
  examples: ['events list --campaign-id 7 --type contact.bounce', 'events list --all -o ndjson'],
  view: { columns: [{ field: 'id', header: 'id' }, ...eventColumns] },
})
