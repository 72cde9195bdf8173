import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { endSandbox } from '../../sandbox/end.ts'
import { findSandbox } from '../../sandbox/state.ts'

export const command = defineCommand({
  effect: 'update',
  isPublic: true,
  examples: ['sandbox stop', 'sandbox stop --quiet'],
  failures: ['still_running'],
  async run(context) {
    const sandbox = await findSandbox(context)
    if (!sandbox) return { one: { stopped: false } }
    await endSandbox(context, sandbox)
    return { one: { stopped: true, url: sandbox.url } }
  },
  view: { fields: [bool('stopped'), text('url')], id: 'url' },
})
