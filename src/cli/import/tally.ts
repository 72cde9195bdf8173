import type { Batch } from './batches.ts'
import type { BatchOutcome } from './send-batch.ts'

/** Every row of the file is counted once: created + updated + skipped + duplicates + rejected = rows. */
export interface Tally {
  rows: number
  created: number
  updated: number
  skipped: number
  /** Rows of an address that stood further up; the server took them after those. */
  duplicates: number
  rejected: number
  /** Rows that are done, one way or the other. */
  settled: number
  /** Of those, what an earlier run had done. */
  before: number
}

export const createTally = (): Tally => ({
  rows: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  duplicates: 0,
  rejected: 0,
  settled: 0,
  before: 0,
})

/** What the server took of a batch; what it refused is counted where it is written down. */
export function addOutcome(tally: Tally, batch: Batch, outcome: BatchOutcome): void {
  const refused = new Set(outcome.errors.map(({ index }) => index))
  const taken = batch.entries
    .filter((_, index) => !refused.has(index))
    .reduce((rows, entry) => rows + entry.rows.length, 0)
  tally.settled += taken
  if (batch.isRepeat) {
    tally.duplicates += taken
    return
  }
  tally.created += outcome.created
  tally.updated += outcome.updated
  tally.skipped += outcome.skipped
}

export interface ImportResult {
  dry_run?: true
  list_id: number | string | null
  rows: number
  created: number
  updated: number
  skipped: number
  /** Of a dry run: what would be sent. */
  accepted?: number
  duplicates: number
  rejected: number
  rejects_file: string | null
  seconds: number
  /** Rows a second, of this run. */
  rate: number
}

interface Ended {
  listId: string | null
  rejectsFile: string | null
  ms: number
  isDryRun: boolean
}

export function resultOf(tally: Tally, { listId, rejectsFile, ms, isDryRun }: Ended): ImportResult {
  const { rows, created, updated, skipped, duplicates, rejected } = tally
  const seconds = Math.round(ms / 10) / 100
  const accepted = rows - duplicates - rejected
  return {
    ...(isDryRun && { dry_run: true }),
    list_id: listId !== null && /^\d{1,15}$/.test(listId) ? Number(listId) : listId,
    rows,
    created,
    updated,
    skipped,
    ...(isDryRun && { accepted }),
    duplicates,
    rejected,
    rejects_file: rejectsFile,
    seconds,
    rate: Math.round((tally.settled - tally.before) / Math.max(ms / 1000, 0.001)),
  }
}
