import { setImmediate } from 'node:timers/promises'
import { inTransaction } from '../database/transaction.ts'
import type { Service } from '../service.ts'
import { writeVisits } from './store.ts'
import type { Visit } from './visit.ts'

/** What a kill can lose. Long enough that one commit serves hundreds. */
const flushMs = 200

/** A transaction of about 20 ms. */
const mostAtOnce = 500

/** A minute's worth while the database does not answer; beyond it visits are lost, and counted. */
const mostWaiting = 50_000

export interface VisitBuffer {
  /** Returns at once: the answer to the visitor does not wait for the database. */
  add(visit: Visit): void
  /** How many were lost because too many waited. */
  dropped(): number
  /** Writes what waits. */
  stop(): Promise<void>
}

export function createVisitBuffer(service: Service): VisitBuffer {
  const { db, clock, log, settings } = service
  let waiting: Visit[] = []
  let dropped = 0
  let told = 0
  let writing: Promise<void> | undefined
  const stopping = new AbortController()

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      await clock.sleep(flushMs, stopping.signal)
      // What comes meanwhile gathers until the next time: a commit for every few would be most of the work.
      for (let due = waiting.length; due > 0; due -= mostAtOnce) {
        if (await writeNext()) await setImmediate()
        else if (stopping.signal.aborted) return
        else break
      }
    }
    if (dropped > told) log.info('visits were lost', { lost: dropped - told })
    told = dropped
  }

  /** Whether the database took them; else they wait on. */
  async function writeNext(): Promise<boolean> {
    const visits = waiting.splice(0, mostAtOnce)
    try {
      await inTransaction(db, (tx) =>
        writeVisits(tx, visits, { windowMs: settings.machineWindowMs }),
      )
      return true
    } catch (error) {
      log.error('visits could not be written', error, { waiting: waiting.length, dropped })
      waiting = [...visits, ...waiting]
      return false
    }
  }

  function start(): void {
    writing ??= write().finally(() => {
      writing = undefined
    })
  }

  return {
    add(visit) {
      if (waiting.length >= mostWaiting) {
        dropped++
        return
      }
      waiting.push(visit)
      start()
    },
    dropped: () => dropped,
    async stop() {
      stopping.abort()
      await writing
    },
  }
}
