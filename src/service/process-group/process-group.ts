import type { Clock } from '../../core/clock.ts'
import type { ChildProcess } from '../../core/process-group/child-process.ts'
import { serviceDefaults } from '../../core/service/defaults.ts'
import { cutOffMs } from '../installation-settings.ts'
import type { Log } from '../log.ts'
import { createRestarts } from './restarts.ts'

interface ProcessGroupSettings {
  count: number
  fork(): ChildProcess
  /** What a child that starts now is started with. */
  settings(): unknown
  clock: Clock
  log: Log
  stopTimeoutMs?: number | undefined
}

/** A child that runs, with its place in the group: from 1 to the number of children. */
export interface Member {
  place: number
  child: ChildProcess
}

interface ProcessGroup {
  /** Resolves when the first child accepts requests, or the group has ended. */
  started: Promise<void>
  /** The children that have started and run. */
  members(): readonly Member[]
  /** Lets all children read their settings again. */
  reload(): void
  /** Asks all children to stop. Those that have not ended in time are killed. */
  stop(): void
  /** Resolves with an exit code when all children have ended. */
  ended: Promise<number>
}

/** After a stop was cut off, a child writes the rest of its log. */
const graceMs = 1_000

/**
 * Runs several processes as one. The first starts alone, because it upgrades the database and creates
 * the first account. A process that ends is started again.
 */
export function startProcessGroup(settings: ProcessGroupSettings): ProcessGroup {
  const { count, clock, log, stopTimeoutMs = serviceDefaults.stopTimeoutMs } = settings
  const running = new Map<number, ChildProcess>()
  const started = new Map<number, ChildProcess>()
  const stopping = new AbortController()
  const allEnded = new AbortController()
  let hasStarted = false
  let exitCode = 0
  let reportStart = () => {}
  const firstStart = new Promise<void>((resolve) => {
    reportStart = resolve
  })

  const first = keepRunning(1)
  const others = firstStart.then(() => {
    const places = Array.from({ length: count - 1 }, (_, index) => index + 2)
    return Promise.all(places.map(keepRunning))
  })
  return {
    started: firstStart,
    members: () => [...started].map(([place, child]) => ({ place, child })),
    reload() {
      for (const child of started.values()) child.send({ kind: 'reload' })
    },
    stop: () => stop(0),
    ended: first
      .then(() => reportStart())
      .then(() => others)
      .then(() => {
        allEnded.abort()
        return exitCode
      }),
  }

  /** Runs one child after the other in a place of the group, until the group stops. */
  async function keepRunning(place: number): Promise<void> {
    const restarts = createRestarts()
    let replaces: string | undefined
    while (!stopping.signal.aborted) {
      const startedAt = clock.now()
      const { pid, code, processId, isOutdated } = await runChild(place, replaces)
      if (stopping.signal.aborted) return
      if (isOutdated) return stop(code || 1)
      const ending = { ranMs: clock.now() - startedAt, hadStarted: processId !== undefined }
      const pauseMs = restarts.pauseAfter(ending)
      // Of a group that never started, the operator has just made a mistake, which the child names.
      if (pauseMs === undefined || !hasStarted) {
        if (hasStarted) log.error('a process cannot be started', undefined, { pid, code })
        return stop(code || 1)
      }
      replaces = processId ?? replaces
      log.warn('a process ended and is started again', { pid, code, pause_ms: pauseMs })
      await clock.sleep(pauseMs, stopping.signal)
    }
  }

  /** Runs a child to its end. Without a process id, it has not started. */
  async function runChild(place: number, replaces: string | undefined) {
    const child = settings.fork()
    let processId: string | undefined
    let isOutdated = false
    running.set(place, child)
    child.onMessage((message) => {
      switch (message.kind) {
        case 'ready': {
          if (stopping.signal.aborted) return child.send({ kind: 'stop' })
          const isFirst = !hasStarted
          return child.send({ kind: 'start', isFirst, replaces, settings: settings.settings() })
        }
        case 'started':
          processId = message.processId
          hasStarted = true
          started.set(place, child)
          return reportStart()
        case 'outdated':
          isOutdated = true
      }
    })
    const code = await child.ended
    running.delete(place)
    started.delete(place)
    return { pid: child.pid, code, processId, isOutdated }
  }

  function stop(code: number): void {
    if (stopping.signal.aborted) return
    exitCode = code
    stopping.abort()
    for (const child of running.values()) child.send({ kind: 'stop' })
    void clock.sleep(stopTimeoutMs + cutOffMs + graceMs, allEnded.signal).then(() => {
      for (const child of running.values()) {
        log.error('a process did not end in time and is killed', undefined, { pid: child.pid })
        child.kill()
      }
    })
  }
}
