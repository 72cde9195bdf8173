import type { CheckedRow, ContactInput, Reject } from '../../tabular/check.ts'
import { keepEarlier, mergeContacts } from '../../tabular/merge-contacts.ts'
import { createSeenAddresses } from '../../tabular/seen-addresses.ts'
import type { Row } from '../../tabular/table.ts'

/** One contact and the rows it was read from: several if its address is repeated in the file. */
export interface Entry {
  contact: ContactInput
  rows: Row[]
}

export interface Batch {
  /** From 1. The same for the same file, mapping and batch size. */
  number: number
  entries: readonly Entry[]
  /** Whether its addresses were in earlier batches, which have to be finished first. */
  isRepeat: boolean
}

interface BatchOptions {
  check: (row: Row) => CheckedRow
  size: number
  /** Whether a later row of the same address overrides an earlier one. */
  lastWins: boolean
  /** Called for each row, with the reason if it is rejected. */
  onRow: (row: Row, reject: Reject | undefined) => void | Promise<void>
}

/**
 * Groups rows into batches of contacts. Repeated addresses go into separate batches after the first ones,
 * so that no batch has an address twice and the rows of a contact are applied in the file's order.
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
    // Await only when there is a promise: one await per row would dominate the run time.
    const waiting = onRow(row, checked.reject)
    if (waiting) await waiting
    if (!checked.contact) continue
    const { contact, key } = checked
    if (seen.add(key)) fresh.push({ contact, rows: [row] })
    else repeat(repeats, key, contact, row, lastWins)
    if (fresh.length < size && repeats.size < size) continue
    // Before the repeats: they may repeat an address of this batch.
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
  const known = repeats.get(key)
  if (!known) {
    repeats.set(key, { contact, rows: [row] })
    return
  }
  known.rows.push(row)
  const merge = lastWins ? mergeContacts : keepEarlier
  known.contact = merge(known.contact, contact)
}
