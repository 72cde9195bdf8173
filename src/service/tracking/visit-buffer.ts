import { yieldToEventLoop } from '../../core/clock.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Service } from '../service.ts'
import type { Visit } from './classify-visit.ts'
import { recordVisits } from './record-visits.ts'

/** What a crash can lose. Long enough that one commit covers hundreds of visits. */
const flushMs = 200

/** A transaction of about 20 ms. */
const maxBatch = 500

/** A minute of visits while the database is unavailable. More visits are dropped and counted. */
const maxWaiting = 50_000

export interface VisitBuffer {
  /** Returns immediately: the response to the visitor does not wait for the database. */
  add(visit: Visit): void
  /** How many visits were dropped because the buffer was full. */
  dropped(): number
  /** Writes the buffered visits. */
  stop(): Promise<void>
}

export function createVisitBuffer(service: Service): VisitBuffer {
  const { db, clock, log, settings } = service
  let waiting: Visit[] = []
  let dropped = 0
  let reported = 0
  let writing: Promise<void> | undefined
  const stopping = new AbortController()

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      await clock.sleep(flushMs, stopping.signal)
      // Visits that arrive in the meantime wait for the next flush: small commits would cost the
      // most.
      for (let due = waiting.length; due > 0; due -= maxBatch) {
        if (await writeNext()) await yieldToEventLoop()
        else if (stopping.signal.aborted) return
        else break
      }
    }
    if (dropped > reported) log.info('visits were lost', { lost: dropped - reported })
    reported = dropped
  }

  /** Returns false, and keeps the visits, when the database fails. */
  async function writeNext(): Promise<boolean> {
    const visits = waiting.splice(0, maxBatch)
    try {
      await inTransaction(db, (tx) =>
        recordVisits(tx, visits, { windowMs: settings.machineWindowMs }),
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
      if (waiting.length >= maxWaiting) {
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
