import { defineCommand } from '../../command.ts'
import { text, time } from '../../view.ts'
import { needSandbox } from './state.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['sandbox status', 'sandbox status -o json'],
  failures: ['sandbox_not_running'],
  async run(context) {
    const { url, bounces = null, pid, folder, startedAt } = await needSandbox(context)
    return { one: { url, bounces, pid, folder, started_at: startedAt } }
  },
  view: {
    fields: [text('url'), text('bounces'), text('pid'), text('folder'), time('started_at')],
    id: 'url',
  },
})
