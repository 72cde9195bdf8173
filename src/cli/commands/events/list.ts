import { events } from '../../../contract/modules/events.ts'
import { defineCommand } from '../../command/command.ts'
import { eventColumns } from '../../events/columns.ts'
import { periodFlags } from '../../syntax/flag.ts'

export const command = defineCommand({
  endpoint: events.list,
  fields: periodFlags,
  examples: ['events list --campaign 7 --type contact.bounce', 'events list --all -o ndjson'],
  view: { columns: [{ field: 'id', header: 'id' }, ...eventColumns] },
})
