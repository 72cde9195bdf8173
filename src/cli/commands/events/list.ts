import { pages } from '../../../client/paging.ts'
import { events } from '../../../contract/modules/events.ts'
import { defineCommand } from '../../command/command.ts'
import { allEvents } from '../../events/all-events.ts'
import { eventColumns } from '../../events/columns.ts'
import { pagingOf } from '../../input/paging.ts'
import { periodFlags } from '../../syntax/flag.ts'

export const command = defineCommand({
  endpoint: events.list,
  fields: periodFlags,
  examples: [
    'events list --campaign 7 --type contact.bounce',
    'events list --type contact.event --since 7d',
    'events list --all -o ndjson',
  ],
  async run(context, { input }) {
    const client = await context.client()
    const paging = { ...pagingOf(context.flags), signal: context.host.stopped }
    // `webhooks replay` takes these ids, and custom events have ids of their own.
    const isOfActivity = context.flags.output === 'ids'
    return {
      pages: isOfActivity
        ? pages(client, events.list, input, paging)
        : allEvents(client, input, paging),
      ...(!paging.all && { limit: paging.limit }),
    }
  },
  view: { columns: [{ field: 'id', header: 'id' }, ...eventColumns] },
})
