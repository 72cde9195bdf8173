import { isAlive } from '../../config/host.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { endProcess } from '../host/processes.ts'
import { canBeSignalled } from '../host/stop-signals.ts'
import { readState, type SandboxState } from './state.ts'
import { requestStop } from './stop-request.ts'

/** Longer than a message in flight may take. */
const stopTimeoutMs = 30_000
const pollIntervalMs = 50

/** Stops the sandbox and waits until it has released its data, so that the next one can start. */
export async function endSandbox({ host }: Context, sandbox: SandboxState): Promise<void> {
  if (canBeSignalled(host.machine.platform)) endProcess(sandbox.pid)
  else requestStop(sandbox)
  const deadline = host.clock.now() + stopTimeoutMs
  while (isRunning(sandbox)) {
    if (host.clock.now() > deadline)
      throw new Failure('still_running', { values: { pid: sandbox.pid } })
    await host.clock.sleep(pollIntervalMs, host.stopped)
  }
}

const isRunning = ({ folder, instance, pid }: SandboxState): boolean =>
  readState(folder)?.instance === instance && isAlive(pid)
