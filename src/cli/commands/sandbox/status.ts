import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import { requireSandbox } from '../../sandbox/state.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['sandbox status', 'sandbox status -o json'],
  failures: ['sandbox_not_running'],
  async run(context) {
    const { url, bounces = null, pid, folder, startedAt } = await requireSandbox(context)
    return { one: { url, bounces, pid, folder, started_at: startedAt } }
  },
  view: {
    fields: [text('url'), text('bounces'), text('pid'), text('folder'), time('started_at')],
    id: 'url',
  },
})
