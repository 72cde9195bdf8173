import { rmSync } from 'node:fs'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { endSandbox } from '../../sandbox/end.ts'
import { logIntoSandbox, profileName, startSandbox } from '../../sandbox/launch.ts'
import { findSandbox, sandboxFolder } from '../../sandbox/state.ts'

export const command = defineCommand({
  effect: 'destroy',
  isPublic: true,
  examples: ['sandbox reset', 'sandbox reset --yes'],
  failures: ['still_running', 'sandbox_did_not_start'],
  async plan(context) {
    const folder = sandboxFolder(context)
    return { sentence: context.messages.operating.aboutToReset(folder) }
  },
  async run(context) {
    const folder = sandboxFolder(context)
    const running = await findSandbox(context)
    if (running) await endSandbox(context, running)
    rmSync(folder, { recursive: true, force: true })
    const sandbox = await startSandbox(context, {})
    const username = await logIntoSandbox(context, sandbox)
    return { one: { url: sandbox.url, profile: profileName, username, folder } }
  },
  view: { fields: [text('url'), text('profile'), text('username'), text('folder')], id: 'url' },
})
