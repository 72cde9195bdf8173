import { hostname } from 'node:os'
import { isDefunct } from '../core/defunct.ts'

export const ownPid = (): number => process.pid

export const ownHost = (): string => hostname()

/** Whether a process of this machine is alive; one that belongs to somebody else is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isDefunct(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * Runs `load` and takes away the signal handlers that it brought. Those of conf (atomically, when-exit)
 * raise SIGINT a second time, which would end a run whose own handler is still finishing its batches.
 */
export async function loadWithoutSignalHandlers<Loaded>(
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const before = new Map(
    process.eventNames().map((name) => [name, process.listeners(asSignal(name))]),
  )
  const loaded = await load()
  for (const name of process.eventNames()) {
    if (!String(name).startsWith('SIG')) continue
    for (const listener of process.listeners(asSignal(name))) {
      if (!before.get(name)?.includes(listener)) process.removeListener(name, listener)
    }
  }
  return loaded
}

// The types know only some event names; any name is one that a listener was added for.
const asSignal = (name: string | symbol) => name as NodeJS.Signals
