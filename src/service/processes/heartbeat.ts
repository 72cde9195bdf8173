import { hourMs } from '../../core/time.ts'
import { dialectOf } from '../database/dialect.ts'
import { ownHost, ownPid } from '../host.ts'
import type { Service } from '../service.ts'
import {
  countLiving,
  deleteProcesses,
  endProcess,
  type ProcessState,
  recordBeat,
  selectDeadProcesses,
} from './store.ts'

/** How often a process shows that it is alive, and looks for dead ones. */
export const heartbeatMs = 10_000
/** With the next look of the others, a dead process is known within a minute. */
const leaseMs = 45_000
/** A database of one process has no others that wait for this one to die. */
const foreverMs = 1000 * 365 * 24 * hourMs
/** Claims of earlier versions, and of processes whose row is gone, are looked for this often. */
const sweepMs = 60_000

interface Heartbeat {
  /** Shows that this process is alive, and its state. */
  beat(state: ProcessState): Promise<void>
  /** Returns how many processes share the work, this one included. */
  countLiving(): Promise<number>
  /** Calls `recover` if a process has died, and now and then for what no process owns. */
  recoverDead(recover: () => Promise<void>): Promise<void>
  /** Ends the life of this process. What it could not give back is left to the others at once. */
  end(hasLeftovers: boolean): Promise<void>
}

export function createHeartbeat({ db, clock, log, processId, version }: Service): Heartbeat {
  const { isOneProcess } = dialectOf(db)
  let lastState = ''
  let lastBeatAt = Number.NEGATIVE_INFINITY
  let mayJudgeAt = Number.NEGATIVE_INFINITY
  let sweptAt = Number.NEGATIVE_INFINITY

  return {
    async beat(given) {
      const now = clock.now()
      const state = JSON.stringify(given)
      // No other process reads the beats of the only process.
      if (isOneProcess && state === lastState) return
      await recordBeat(db, {
        ...given,
        ...{ id: processId, version, host: ownHost(), pid: ownPid() },
        now,
        leaseMs: isOneProcess ? foreverMs : leaseMs,
      })
      // The database was away, for the others too. They are alive, and need time to show it.
      if (now - lastBeatAt > leaseMs && lastBeatAt > 0) mayJudgeAt = now + leaseMs
      lastBeatAt = clock.now()
      lastState = state
    },
    countLiving: async () => (isOneProcess ? 1 : countLiving(db)),
    async recoverDead(recover) {
      const now = clock.now()
      if (now < mayJudgeAt) return
      const dead = await selectDeadProcesses(db, processId)
      const isSweep = isOneProcess ? sweptAt < 0 : now - sweptAt >= sweepMs
      if (dead.length === 0 && !isSweep) return
      await recover()
      await deleteProcesses(db, dead)
      sweptAt = now
      if (dead.length > 0 && !isOneProcess) {
        log.info('work of dead processes was recovered', { processes: dead.join(' ') })
      }
    },
    async end(hasLeftovers) {
      if (hasLeftovers) await endProcess(db, processId)
      else await deleteProcesses(db, [processId])
    },
  }
}
