import { createHash } from 'node:crypto'
import { maxJsonValues } from '../../contract/limits.ts'
import { maxEventsAtOnce } from '../../contract/shapes/custom-event.ts'
import { mebibyte } from '../../core/bytes.ts'
import type { Clock } from '../../core/clock.ts'
import type { Problem } from '../../core/failure.ts'
import type { Row } from '../../tabular/table.ts'
import type { EventInFile, EventRow } from './read-events.ts'

/** An event with the row that it was read from. */
export interface EventEntry {
  row: Row
  event: EventInFile
  /** The properties as they stand in the cells of a table. */
  texts?: ReadonlyMap<string, string>
}

export interface EventBatch {
  /** From 1. The same for the same file. */
  number: number
  entries: readonly EventEntry[]
}

/** What a request may have: less than what the server reads, which counts brackets and quotes too. */
const maxBatchLength = mebibyte
const maxBatchValues = maxJsonValues / 2

/** How long an event waits for others of its batch, if its source is a stream. */
const maxWaitMs = 1000

interface BatchOptions {
  /** Set for a stream, whose events are sent soon although their batch is not full. */
  clock: Pick<Clock, 'sleep'> | undefined
  /** The name of events that have none. */
  name: string | undefined
  /** The same for the same file. The ids of events without an `event_id` follow from it. */
  seed: string
  onRow: (row: Row, problem: Problem | undefined) => void | Promise<void>
}

/** Groups events into batches, in the order of the file. */
export async function* readBatches(
  rows: AsyncIterable<EventRow>,
  { clock, name, seed, onRow }: BatchOptions,
): AsyncGenerator<EventBatch, undefined> {
  let number = 0
  let entries: EventEntry[] = []
  let length = 0
  let values = 0
  let timer = new AbortController()
  let isDue: Promise<undefined> | undefined

  const take = (): EventBatch => {
    const batch = { number: ++number, entries }
    entries = []
    length = 0
    values = 0
    timer.abort()
    timer = new AbortController()
    isDue = undefined
    return batch
  }
  const wait = (): Promise<undefined> | undefined =>
    clock?.sleep(maxWaitMs, timer.signal).then(() => undefined)

  const iterator = rows[Symbol.asyncIterator]()
  try {
    let pending = iterator.next()
    for (;;) {
      if (entries.length > 0) isDue ??= wait()
      const next = await (isDue ? Promise.race([pending, isDue]) : pending)
      if (next === undefined) {
        yield take()
        continue
      }
      if (next.done) break
      pending = iterator.next()
      // The failure of a row that is read ahead is thrown when that row is due.
      pending.catch(() => {})
      const { row, event, texts, problem } = next.value
      const waiting = onRow(row, problem)
      if (waiting) await waiting
      if (!event) continue
      const full = withDefaults(event, { name, seed, line: row.line })
      const entry = { row, event: full, ...(texts && { texts }) }
      const size = JSON.stringify(entry.event).length
      const count = countValues(entry.event)
      const isFull =
        entries.length >= maxEventsAtOnce ||
        length + size > maxBatchLength ||
        values + count > maxBatchValues
      if (isFull && entries.length > 0) yield take()
      entries.push(entry)
      length += size
      values += count
    }
    if (entries.length > 0) yield take()
  } finally {
    timer.abort()
    await iterator.return?.()
  }
}

/** With an id for each event, the server records none of them twice. */
function withDefaults(
  event: EventInFile,
  { name, seed, line }: { name: string | undefined; seed: string; line: number },
): EventInFile {
  const id = event.event_id ?? createHash('sha256').update(`${seed}\0${line}`).digest('base64url')
  return { ...(name !== undefined && { name }), ...event, event_id: id }
}

/** Counts the values of a JSON value. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, each) => sum + countValues(each), 1)
}
