import { jitter } from '../../core/ids.ts'
import { hourMs } from '../../core/time.ts'
import { dialectOf } from '../database/dialect.ts'
import { ownHost, ownPid } from '../host.ts'
import type { Service } from '../service.ts'
import type { RecoveredMessages } from './claims.ts'
import {
  deleteProcesses,
  endProcess,
  type OtherProcesses,
  type ProcessState,
  recordBeat,
} from './store.ts'

/** How often a process shows that it is alive, and looks for dead ones. */
export const heartbeatMs = 10_000
/** With the next look of the others, a dead process is known within a minute. */
const leaseMs = 45_000
/** A database of one process has no others that wait for this one to die. */
const foreverMs = 1000 * 365 * 24 * hourMs
/**
 * Claims of processes whose row is gone are looked for this often. It reads the queues of messages, because claims
 * have no index.
 */
const sweepMs = 60_000

interface Heartbeat {
  /**
   * Shows that this process is alive, and its state. Returns how many processes share the sending, this
   * one included.
   */
  beat(state: ProcessState): Promise<number>
  /**
   * Calls `recover` if a process had died at the last beat, and now and then for what no process owns.
   * Logs and counts what it has recovered. Returns whether a process had died.
   */
  recoverDead(recover: () => Promise<RecoveredMessages>): Promise<boolean>
  /** Ends the life of this process. What it could not give back is left to the others at once. */
  end(hasLeftovers: boolean): Promise<void>
}

export function createHeartbeat(service: Service): Heartbeat {
  const { db, clock, log, metrics, processId, version, roles, isOnHold } = service
  const { isOneProcess } = dialectOf(db)
  let lastState = ''
  let lastBeatAt = Number.NEGATIVE_INFINITY
  let mayJudgeAt = Number.NEGATIVE_INFINITY
  let sweepAt = Number.NEGATIVE_INFINITY
  let others: OtherProcesses = { living: 0, dead: [] }

  return {
    async beat(given) {
      const now = clock.now()
      const state = JSON.stringify(given)
      // No other process reads the beats of the only process.
      if (isOneProcess && state === lastState) return 1
      others = await recordBeat(db, {
        ...given,
        ...{ id: processId, version, host: ownHost(), pid: ownPid(), roles, isOnHold },
        now,
        leaseMs: isOneProcess ? foreverMs : leaseMs,
      })
      // The database was away, for the others too. They are alive, and need time to show it.
      if (now - lastBeatAt > leaseMs && lastBeatAt > 0) mayJudgeAt = now + leaseMs
      lastBeatAt = clock.now()
      lastState = state
      return isOneProcess ? 1 : others.living + 1
    },
    async recoverDead(recover) {
      const now = clock.now()
      if (now < mayJudgeAt) return false
      const { dead, living } = others
      if (dead.length === 0 && now < sweepAt) return false
      const { released, uncertain } = await recover()
      await deleteProcesses(db, dead)
      others = { dead: [], living }
      // About one of the processes does it each time.
      sweepAt = now + (isOneProcess ? foreverMs : sweepMs * (1 + living * 2 * jitter()))
      // A database of one process has a row of the one before at each start.
      if (released + uncertain > 0 || (dead.length > 0 && !isOneProcess)) {
        const processes = dead.join(' ')
        log.info('work of dead processes was recovered', { processes, released, uncertain })
        metrics.countRecovered({ released, uncertain })
      }
      return dead.length > 0
    },
    async end(hasLeftovers) {
      if (hasLeftovers) await endProcess(db, processId)
      else await deleteProcesses(db, [processId])
    },
  }
}
