import { yieldToEventLoop } from '../../core/clock.ts'
import { slotStart } from '../database/counter-delta.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Service } from '../service.ts'
import type { Visit } from './classify-visit.ts'
import { recordVisits } from './record-visits.ts'
import { maxRecorded } from './recorded-visits.ts'

/** What a crash can lose. Long enough that one commit covers hundreds of visits. */
const flushMs = 200

/** A transaction of about 20 ms. */
const maxBatch = 500

/** A minute of visits while the database is unavailable. More visits are dropped and counted. */
const maxWaiting = 50_000

type NewVisit = Omit<Visit, 'count'>

export interface VisitBuffer {
  /** Returns immediately: the response to the visitor does not wait for the database. */
  add(visit: NewVisit): void
  /** How many visits were dropped because the buffer was full. */
  dropped(): number
  /** Writes the buffered visits. */
  stop(): Promise<void>
}

export function createVisitBuffer(service: Service): VisitBuffer {
  const { db, clock, log, settings, keepAwake } = service
  let waiting = createBatch()
  /** Visits that are being written, with those of a write that failed. */
  let due: Visit[] = []
  let dropped = 0
  let reported = 0
  let writing: Promise<void> | undefined
  const stopping = new AbortController()

  async function write(): Promise<void> {
    while (due.length + waiting.visits.length > 0) {
      await clock.sleep(flushMs, stopping.signal)
      // Visits that arrive in the meantime wait for the next flush: small commits would cost the
      // most.
      if (due.length === 0) {
        due = waiting.visits
        waiting = createBatch()
      }
      while (due.length > 0) {
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
    const visits = due.slice(0, maxBatch)
    try {
      await inTransaction(db, (tx) =>
        recordVisits(tx, visits, { windowMs: settings.machineWindowMs }),
      )
      due = due.slice(maxBatch)
      keepAwake()
      return true
    } catch (error) {
      const left = due.length + waiting.visits.length
      log.error('visits could not be written', error, { waiting: left, dropped })
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
      const isFull = due.length + waiting.visits.length >= maxWaiting
      if (waiting.add(visit, isFull)) start()
      else dropped++
    },
    dropped: () => dropped,
    async stop() {
      stopping.abort()
      await writing
    },
  }
}

/**
 * Collects visits. More visits than can be recorded of one recipient and link are combined, so that
 * a flood of one link takes neither memory nor a share of the batch.
 */
function createBatch() {
  const visits: Visit[] = []
  const similar = new Map<string, { last: Visit; kept: number }>()

  return {
    visits,
    /** Returns false for a visit that needs memory when there is none left. */
    add({ kind, campaign, recipient, link, isMachineAgent, at }: NewVisit, isFull: boolean) {
      const key = `${recipient} ${link} ${isMachineAgent}`
      const known = similar.get(key)
      const isEnough = known !== undefined && (isFull || known.kept >= maxRecorded)
      if (isEnough && slotStart(at) === slotStart(known.last.at)) {
        known.last.count++
        return true
      }
      if (isFull) return false
      const last = { kind, campaign, recipient, link, isMachineAgent, at, count: 1 }
      visits.push(last)
      if (known) {
        known.last = last
        known.kept++
      } else similar.set(key, { last, kept: 1 })
      return true
    },
  }
}
