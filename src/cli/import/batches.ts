import type { CheckedRow, ContactInput, Reject } from '../../tabular/check.ts'
import { createSeenAddresses } from '../../tabular/seen-addresses.ts'
import type { Row } from '../../tabular/table.ts'

/** One contact, and the rows it was read from: more than one when the file says it again. */
export interface Entry {
  contact: ContactInput
  rows: Row[]
}

export interface Batch {
  /** From 1, the same for the same file, mapping and batch size. */
  number: number
  entries: readonly Entry[]
  /** Its addresses were in batches before: those have to be settled first. */
  isRepeat: boolean
}

export interface BatchOptions {
  check: (row: Row) => CheckedRow
  size: number
  /** Whether a later row of an address changes what an earlier one said. */
  lastWins: boolean
  /** A row was read, and refused or not. */
  onRow: (row: Row, reject: Reject | undefined) => void | Promise<void>
}

/**
 * Rows to batches of contacts. An address that comes again goes into batches of its own behind the
 * others, so that no batch has it twice and the rows of one person take effect in the file's order.
 */
export async function* readBatches(
  rows: AsyncIterable<Row>,
  { check, size, lastWins, onRow }: BatchOptions,
): AsyncGenerator<Batch, undefined> {
  const seen = createSeenAddresses()
  let number = 0
  let fresh: Entry[] = []
  let repeats = new Map<string, Entry>()

  const nextFresh = (): Batch => {
    const entries = fresh
    fresh = []
    return { number: ++number, entries, isRepeat: false }
  }
  const nextRepeats = (): Batch => {
    const entries = [...repeats.values()]
    repeats = new Map()
    return { number: ++number, entries, isRepeat: true }
  }

  for await (const row of rows) {
    const checked = check(row)
    // Awaited only when there is something to wait for: a turn of the loop per row would cost the most of all.
    const waiting = onRow(row, checked.reject)
    if (waiting) await waiting
    if (!checked.contact) continue
    const { contact, key } = checked
    if (seen.add(key)) fresh.push({ contact, rows: [row] })
    else repeat(repeats, key, contact, row, lastWins)
    if (fresh.length < size && repeats.size < size) continue
    // Never behind the repetitions: they may be of an address that still waits here.
    if (fresh.length > 0) yield nextFresh()
    if (repeats.size >= size) yield nextRepeats()
  }
  if (fresh.length > 0) yield nextFresh()
  if (repeats.size > 0) yield nextRepeats()
}

function repeat(
  repeats: Map<string, Entry>,
  key: string,
  contact: ContactInput,
  row: Row,
  lastWins: boolean,
): void {
  const held = repeats.get(key)
  if (!held) {
    repeats.set(key, { contact, rows: [row] })
    return
  }
  held.rows.push(row)
  if (lastWins) held.contact = merge(held.contact, contact)
}

/** As if one were sent after the other: what the later leaves out stays. */
function merge(earlier: ContactInput, later: ContactInput): ContactInput {
  const customFields = { ...earlier.customFields, ...later.customFields }
  return {
    ...earlier,
    ...later,
    ...(Object.keys(customFields).length > 0 && { customFields }),
  }
}
