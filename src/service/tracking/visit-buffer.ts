import { yieldToEventLoop } from '../../core/clock.ts'
import { slotStart } from '../database/counter-delta.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Service } from '../service.ts'
import type { Visit } from './classify-visit.ts'
import { recordVisits } from './record-visits.ts'
import { maxRecorded } from './recorded-visits.ts'
import { readOpenTokens } from './token.ts'

/** What a crash can lose. Long enough that one commit covers hundreds of visits. */
const flushMs = 200

/** A transaction of about 25 ms. It has as many only if they arrive faster than 10,000 a second. */
const maxBatch = 2000

/** A minute of visits while the database is unavailable. More visits are dropped and counted. */
const maxWaiting = 50_000

/** One check of so many tokens takes little longer than one of a single token. */
const maxUnchecked = 64

type NewVisit = Omit<Visit, 'count'>

/** An open whose token may not be valid. */
type UncheckedOpen = Pick<Visit, 'isMachineAgent' | 'at'> & { token: string }

export interface VisitBuffer {
  /** Returns immediately: the response to the visitor does not wait for the database. */
  add(visit: NewVisit): void
  /** Does the same if the token is valid. The response to an open does not depend on that. */
  addOpen(open: UncheckedOpen): void
  /** How many visits were dropped because the buffer was full. */
  dropped(): number
  /** Writes the buffered visits. */
  stop(): Promise<void>
}

export function createVisitBuffer(service: Service): VisitBuffer {
  const { db, clock, log, settings, secrets, keepAwake } = service
  let unchecked: UncheckedOpen[] = []
  let waiting = createBatch()
  /** Visits that are being written, with those of a write that failed. */
  let due: Visit[] = []
  let dropped = 0
  let reported = 0
  let writing: Promise<void> | undefined
  const stopping = new AbortController()

  async function write(): Promise<void> {
    while (due.length + waiting.visits.length + unchecked.length > 0) {
      await clock.sleep(flushMs, stopping.signal)
      checkOpens()
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

  function add(visit: NewVisit): void {
    const isFull = due.length + waiting.visits.length >= maxWaiting
    if (waiting.add(visit, isFull)) start()
    else dropped++
  }

  function checkOpens(): void {
    const opens = unchecked
    unchecked = []
    const read = readOpenTokens(
      opens.map(({ token }) => token),
      secrets.mac,
    )
    for (const [index, { isMachineAgent, at }] of opens.entries()) {
      const open = read[index]
      if (open) add({ kind: 'open', ...open, isMachineAgent, at })
    }
  }

  return {
    add,
    addOpen(open) {
      unchecked.push(open)
      if (unchecked.length >= maxUnchecked) checkOpens()
      start()
    },
    dropped: () => dropped,
    async stop() {
      stopping.abort()
      await writing
    },
  }
}

interface BufferedVisit extends Visit {
  /** Its number among the visits of this recipient and link in the batch. */
  nth: number
}

/** Numbers of links that fit into a key. */
const maxPlaces = 2 ** 12

/** A number if it fits: a text takes longer to make and to find. */
function keyOf(recipient: number, link: number | undefined, isMachineAgent: boolean) {
  const place = 2 * (link === undefined ? 0 : link + 1) + (isMachineAgent ? 1 : 0)
  const fits = place < maxPlaces && recipient < 2 ** 40
  return fits ? recipient * maxPlaces + place : `${recipient} ${place}`
}

/**
 * Collects visits. More visits than can be recorded of one recipient and link are combined, so that
 * a flood of one link takes neither memory nor a share of the batch.
 */
function createBatch() {
  const visits: BufferedVisit[] = []
  const similar = new Map<number | string, BufferedVisit>()

  return {
    visits,
    /** Returns false for a visit that needs memory when there is none left. */
    add({ kind, campaign, recipient, link, isMachineAgent, at }: NewVisit, isFull: boolean) {
      const key = keyOf(recipient, link, isMachineAgent)
      const known = similar.get(key)
      const nth = known ? known.nth + 1 : 1
      const isEnough = known !== undefined && (isFull || nth > maxRecorded)
      if (isEnough && slotStart(at) === slotStart(known.at)) {
        known.count++
        return true
      }
      if (isFull) return false
      const visit = { kind, campaign, recipient, link, isMachineAgent, at, count: 1, nth }
      visits.push(visit)
      similar.set(key, visit)
      return true
    },
  }
}
