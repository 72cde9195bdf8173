import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import { pagingOf } from '../../input/paging.ts'
import { inboxPages } from '../../sandbox/inbox.ts'

export const command = defineCommand({
  options: { to: { kind: 'text', placeholder: 'ADDRESS' } },
  isPublic: true,
  isDefault: true,
  examples: ['sandbox inbox list', 'sandbox inbox list --to ana@example.org -o json'],
  failures: ['sandbox_not_running'],
  async run(context, { options: { to } }) {
    const paging = pagingOf(context.flags)
    const { limit, all } = paging
    return { pages: inboxPages(context, { to, ...paging }), ...(!all && { limit }) }
  },
  view: {
    columns: [text('id'), text('to'), text('subject'), text('from'), time('received_at')],
  },
})
