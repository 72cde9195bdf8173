import { defineCommand } from '../../command.ts'
import { bool, text } from '../../view.ts'
import { endSandbox } from './end.ts'
import { findSandbox } from './state.ts'

export const command = defineCommand({
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
