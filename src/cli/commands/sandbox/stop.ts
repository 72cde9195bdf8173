import { isAlive } from '../../../config/host.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import { endProcess } from '../../processes.ts'
import { bool, text } from '../../view.ts'
import { findSandbox, readState, type SandboxState } from './state.ts'

/** Longer than a message under way may take. */
const patienceMs = 30_000
const pauseMs = 50

export const command = defineCommand({
  isPublic: true,
  examples: ['sandbox stop', 'sandbox stop --quiet'],
  async run(context) {
    const { host } = context
    const sandbox = await findSandbox(context)
    if (!sandbox) return { one: { stopped: false } }
    endProcess(sandbox.pid)
    const deadline = host.clock.now() + patienceMs
    while (isThere(sandbox)) {
      if (host.clock.now() > deadline) throw new Failure('still_running')
      await host.clock.sleep(pauseMs, host.stopped)
    }
    return { one: { stopped: true, url: sandbox.url } }
  },
  view: { fields: [bool('stopped'), text('url')], id: 'url' },
})

/** Until it has let go of its data, so that the next one can start at once. */
const isThere = ({ folder, instance, pid }: SandboxState): boolean =>
  readState(folder)?.instance === instance && isAlive(pid)
