import { isAlive } from '../../../config/host.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { endProcess } from '../../processes.ts'
import { readState, type SandboxState } from './state.ts'

/** Longer than a message under way may take. */
const patienceMs = 30_000
const pauseMs = 50

/** Asks the sandbox to end, and waits until it has let go of its data, so that the next one can start at once. */
export async function endSandbox({ host }: Context, sandbox: SandboxState): Promise<void> {
  endProcess(sandbox.pid)
  const deadline = host.clock.now() + patienceMs
  while (isThere(sandbox)) {
    if (host.clock.now() > deadline) throw new Failure('still_running')
    await host.clock.sleep(pauseMs, host.stopped)
  }
}

const isThere = ({ folder, instance, pid }: SandboxState): boolean =>
  readState(folder)?.instance === instance && isAlive(pid)
