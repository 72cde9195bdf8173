import { keptStatusOf } from '../../tabular/consent.ts'
import type { Batch } from './batches.ts'
import type { NewField } from './new-fields.ts'
import type { Findings } from './rehearsal.ts'
import type { BatchOutcome } from './send-batch.ts'
import type { ShownRow } from './shown-rows.ts'

/** Each row is counted once: created + updated + skipped + duplicates + rejected = rows. */
export interface ImportCounts {
  rows: number
  created: number
  updated: number
  skipped: number
  /** Rows that repeat an earlier address. The server applied them after the first one. */
  duplicates: number
  rejected: number
  /** Rows that were accepted or rejected. */
  processed: number
  /** Processed rows that an earlier run had sent. */
  resumed: number
  kept: KeptStatuses
}

/** Contacts whose row says that they get no mail, by status. */
export type KeptStatuses = Record<string, number>

export const createCounts = (): ImportCounts => ({
  rows: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  duplicates: 0,
  rejected: 0,
  processed: 0,
  resumed: 0,
  kept: {},
})

/** Counts the rows that the server accepted. Rejected rows are counted when they are written. */
export function addOutcome(counts: ImportCounts, batch: Batch, outcome: BatchOutcome): void {
  const refused = new Set(outcome.errors.map(({ index }) => index))
  let taken = 0
  batch.entries.forEach(({ contact, rows }, index) => {
    if (refused.has(index)) return
    taken += rows.length
    const status = keptStatusOf(contact)
    if (status !== undefined) counts.kept[status] = (counts.kept[status] ?? 0) + 1
  })
  counts.processed += taken
  if (batch.isRepeat) {
    counts.duplicates += taken
    return
  }
  counts.created += outcome.created
  counts.updated += outcome.updated
  counts.skipped += outcome.skipped
}

export interface ImportResult {
  dry_run?: true
  list_id: number | string | null
  rows: number
  /** Of a dry run: what an import would do, or null if that is unknown. */
  created: number | null
  updated: number | null
  skipped: number | null
  /** Rows that a dry run would send. */
  accepted?: number
  duplicates: number
  rejected: number
  /** Contacts that are kept with their status, and not mailed. Absent: none. */
  kept?: KeptStatuses
  rejects_file: string | null
  seconds: number
  /** Rows per second in this run. */
  rate: number
  /** Of a dry run: the first rejected rows. Absent: none. */
  rejects?: readonly ShownRow[]
  /** Of a dry run: the first rows with a doubtful address. Absent: none. */
  warnings?: readonly ShownRow[]
  /** Of a dry run: the number of doubtful addresses by code. */
  doubtful?: Readonly<Record<string, number>>
  /** Of a dry run: the fields that an import would create. Absent: none. */
  new_fields?: readonly NewField[]
}

interface ImportEnd {
  listId: string | null
  rejectsFile: string | null
  ms: number
  isDryRun: boolean
  findings?: Partial<Findings> | undefined
  /** Of a dry run: the first rejected rows. */
  rejects?: readonly ShownRow[] | undefined
}

export function resultOf(
  counts: ImportCounts,
  { listId, rejectsFile, ms, isDryRun, findings = {}, rejects = [] }: ImportEnd,
): ImportResult {
  const { rows, duplicates, rejected, kept } = counts
  const { warnings = [], doubtful = {}, newFields = [] } = findings
  const { knowsOutcome = true } = findings
  const { created, updated, skipped } = knowsOutcome ? counts : unknownOutcome
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
    ...(Object.keys(kept).length > 0 && { kept }),
    rejects_file: rejectsFile,
    seconds,
    rate: Math.round((counts.processed - counts.resumed) / Math.max(ms / 1000, 0.001)),
    ...(rejects.length > 0 && { rejects }),
    ...(warnings.length > 0 && { warnings, doubtful }),
    ...(newFields.length > 0 && { new_fields: newFields }),
  }
}

const unknownOutcome = { created: null, updated: null, skipped: null }
