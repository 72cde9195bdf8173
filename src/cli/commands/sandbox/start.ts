import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'
import { logIntoSandbox, profileName, startSandbox } from './launch.ts'
import { findSandbox } from './state.ts'

export const command = defineCommand({
  options: {
    port: { kind: 'number', placeholder: 'PORT' },
    smtp: { kind: 'text', placeholder: 'URL' },
    'machine-window': { kind: 'text', placeholder: 'TIME' },
  },
  isPublic: true,
  examples: ['sandbox start', 'sandbox start --smtp smtp://127.0.0.1:1025'],
  failures: ['sandbox_did_not_start'],
  async run(context, { options }) {
    const running = await findSandbox(context)
    const sandbox = running ?? (await startSandbox(context, options))
    if (running) context.output.note(context.words.operating.sandboxRunning)
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
