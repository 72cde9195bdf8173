/** Why a run has to stop: the user wants it, or the system does. The exit code depends on it. */
type StopReason = 'SIGINT' | 'SIGTERM'

/**
 * The signals that stop a run. Windows sends no SIGTERM; it has Ctrl-Break, and SIGHUP when the
 * window is closed or the user logs off, after which the process has a few seconds.
 */
export const stopSignals = (
  platform: NodeJS.Platform,
): Readonly<Partial<Record<NodeJS.Signals, StopReason>>> =>
  platform === 'win32'
    ? { SIGINT: 'SIGINT', SIGBREAK: 'SIGINT', SIGHUP: 'SIGTERM' }
    : { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM' }

/** Whether another process can ask for a stop by a signal. On Windows a signal ends it at once. */
export const canBeSignalled = (platform: NodeJS.Platform): boolean => platform !== 'win32'

/** Resolves when a stop is requested. */
export const untilAborted = (stopped: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (stopped.aborted) return resolve(undefined)
    stopped.addEventListener('abort', () => resolve(undefined), { once: true })
  })
