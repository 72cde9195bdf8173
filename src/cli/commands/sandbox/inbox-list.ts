import { inbox } from '../../../contract/modules/inbox.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import { pagingOf } from '../../input/paging.ts'
import { inboxPages } from '../../sandbox/inbox.ts'
import { isRemoteInbox } from '../../sandbox/remote-inbox.ts'

export const command = defineCommand({
  endpoint: inbox.list,
  fields: { to: { placeholder: 'ADDRESS' } },
  isPublic: true,
  isDefault: true,
  examples: ['sandbox inbox list', 'sandbox inbox list --to ana@example.org -o json'],
  failures: ['sandbox_not_running'],
  async run(context, { input }) {
    const paging = pagingOf(context.flags)
    const { limit, all } = paging
    if (await isRemoteInbox(context)) {
      const { pages } = await import('../../../client/paging.ts')
      const client = await context.client()
      return {
        pages: pages(client, inbox.list, input, { ...paging, signal: context.host.stopped }),
      }
    }
    return { pages: inboxPages(context, { to: input.to, ...paging }), ...(!all && { limit }) }
  },
  view: {
    columns: [text('id'), text('to'), text('subject'), text('from'), time('received_at')],
  },
})
