import { hostname } from 'node:os'
import { isDefunct } from '../core/defunct.ts'

export const ownPid = (): number => process.pid

export const ownHost = (): string => hostname()

/** The codes of a file that another program has open. Other systems let it be replaced. */
export const busyCodes: ReadonlySet<string> = new Set(
  process.platform === 'win32' ? ['EPERM', 'EACCES', 'EBUSY'] : [],
)

/** Checks whether a process on this machine is running, including the processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isDefunct(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * Runs `load` and removes the signal handlers that it installed. Those of conf (atomically,
 * when-exit) raise SIGINT again, which would end a run whose own handler is still finishing its
 * batches.
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

// The types list only some event names, but any name with a listener is valid.
const asSignal = (name: string | symbol) => name as NodeJS.Signals
