import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { logIntoSandbox, profileName, startSandbox } from '../../sandbox/launch.ts'
import { findSandbox } from '../../sandbox/state.ts'

export const command = defineCommand({
  effect: 'create',
  options: {
    port: { kind: 'number', placeholder: 'PORT' },
    smtp: { kind: 'text', placeholder: 'URL' },
    'machine-window': { kind: 'text', placeholder: 'DURATION' },
  },
  isPublic: true,
  examples: ['sandbox start', 'sandbox start --smtp smtp://127.0.0.1:1025'],
  failures: ['sandbox_did_not_start'],
  async run(context, { options }) {
    const running = await findSandbox(context)
    const sandbox = running ?? (await startSandbox(context, options))
    if (running) context.output.note(context.messages.operating.sandboxRunning)
    const { consentChange } = running ? {} : sandbox
    if (consentChange) context.output.note(context.messages.operating.consentChanged(consentChange))
    const username = await logIntoSandbox(context, sandbox)
    const { current } = context.profiles
    return {
      one: {
        url: sandbox.url,
        profile: profileName,
        current: current() === profileName,
        username,
        folder: sandbox.folder,
        pid: sandbox.pid,
      },
    }
  },
  view: {
    fields: [text('url'), text('profile'), text('username'), text('folder'), text('pid')],
    id: 'url',
  },
})
