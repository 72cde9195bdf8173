import { Failure } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { type CheckedRow, createRowCheck, type Reject } from '../../tabular/check.ts'
import { keptStatusOf, mapsConsent, withoutConsent } from '../../tabular/consent.ts'
import { createEstimate } from '../../tabular/estimate.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Progress } from '../output/progress.ts'
import { type Batch, readBatches } from './batches.ts'
import { addOutcome, type ImportCounts } from './counts.ts'
import type { Confirmed, EntryError, ImportJob, Journal } from './journal.ts'
import { createPool } from './pool.ts'
import type { Breach, RejectLimit } from './reject-limit.ts'
import type { RejectsFile } from './rejects-file.ts'
import type { BatchOutcome, BatchSender } from './send-batch.ts'

interface RowImport {
  table: Table
  job: Omit<ImportJob, 'file' | 'id' | 'rejects'>
  sender: BatchSender
  /** Undefined for input that cannot be read again. */
  journal: Journal | undefined
  rejects: RejectsFile
  limit: RejectLimit
  counts: ImportCounts
  concurrency: number
  progress: Progress
  /** The size of the file, if known. */
  bytes: number | undefined
  stopped: AbortSignal
  tooMany: (breach: Breach) => Failure
}

/**
 * Reads, checks and sends the rows of a table. If it stops, batches in flight are finished and written to
 * the journal first. Throws file_changed, interrupted, terminated, disk_full, the failure of `tooMany`
 * and those of the client.
 */
export async function importRows(run: RowImport): Promise<void> {
  const { table, job, sender, journal, rejects, limit, counts, progress, stopped } = run
  const pool = createPool(run.concurrency)
  const estimate = createEstimate(table.format, run.bytes)

  function onRow(row: Row, reason: Reject | undefined): Promise<void> | undefined {
    counts.rows++
    limit.read(row.line)
    estimate.read(row)
    return reason && refuse(row, reason).then(() => requireWithin(false))
  }

  async function refuse(row: Row, reason: Reject): Promise<void> {
    counts.rejected++
    counts.processed++
    // The row is right, and the server lacks the feature.
    if (reason.code !== 'status_not_offered') limit.reject(reason)
    await rejects.add(row, reason)
  }

  function requireWithin(isEnd: boolean): void {
    const breach = limit.breach(isEnd)
    if (breach) throw run.tooMany(breach)
  }

  async function send(batch: Batch): Promise<void> {
    const outcome = await sender.send(batch)
    await journal?.confirm(confirmedOf(batch, outcome))
    await applyOutcome(batch, outcome)
  }

  async function applyOutcome(batch: Batch, outcome: BatchOutcome): Promise<void> {
    addOutcome(counts, batch, outcome)
    for (const error of outcome.errors) {
      for (const row of batch.entries[error.index]?.rows ?? [])
        await refuse(row, asReject(error, row))
    }
    progress.update(counts.processed, estimate.rows())
    requireWithin(false)
  }

  /** Skips a batch that an earlier run sent, and counts its rows. */
  async function skipConfirmed(batch: Batch, known: Confirmed): Promise<void> {
    requireSame(batch, known)
    const before = counts.processed
    await applyOutcome(batch, known)
    counts.resumed += counts.processed - before
  }

  async function dispatch(batch: Batch): Promise<void> {
    const known = journal?.confirmed.get(batch.number)
    if (known) return skipConfirmed(batch, known)
    if (batch.isRepeat) await pool.drain()
    await pool.start(() => send(batch))
  }

  const batches = readBatches(table.rows, {
    check: checkFor(job),
    size: job.batchSize,
    lastWins: job.mode === 'upsert',
    onRow,
  })
  try {
    for await (const batch of batches) {
      if (stopped.aborted) break
      await dispatch(batch)
    }
    await pool.drain()
  } catch (error) {
    // Only the first failure is reported, but batches in flight still have to finish.
    await pool.drain().catch(() => {})
    if (!stopped.aborted) throw error
  }
  if (stopped.aborted) {
    throw new Failure(stopped.reason === 'SIGTERM' ? 'terminated' : 'interrupted')
  }
  requireWithin(true)
  progress.update(counts.processed, counts.rows)
}

/**
 * Returns the check of the rows. A contact that gets no mail is not sent to a server that would
 * ignore its status and mail it.
 */
function checkFor({ mapping, keepsStatus }: RowImport['job']): (row: Row) => CheckedRow {
  const checkRow = createRowCheck(mapping)
  if (keepsStatus === true || !mapsConsent(mapping)) return checkRow
  return (row) => {
    const checked = checkRow(row)
    if (!checked.contact) return checked
    const status = keptStatusOf(checked.contact)
    if (status === undefined) return { ...checked, contact: withoutConsent(checked.contact) }
    const { line } = row
    return { reject: { line, field: 'status', code: 'status_not_offered', values: { status } } }
  }
}

function confirmedOf({ number, entries }: Batch, outcome: BatchOutcome): Confirmed {
  return { batch: number, entries: entries.length, ...linesOf(entries), ...outcome }
}

const linesOf = (entries: Batch['entries']) => ({
  firstLine: entries[0]?.rows[0]?.line ?? 0,
  lastLine: entries.at(-1)?.rows.at(-1)?.line ?? 0,
})

/** Throws file_changed: the checksum is the same, so another version of remite read it differently. */
function requireSame({ entries }: Batch, known: Confirmed): void {
  const { firstLine, lastLine } = linesOf(entries)
  const isSame =
    known.entries === entries.length && known.firstLine === firstLine && known.lastLine === lastLine
  if (!isSame) throw new Failure('file_changed')
}

function asReject({ code, field = '', message }: EntryError, { line }: Row): Reject {
  return {
    line,
    field,
    code: code as ProblemCode, // another server's code is only written to a file
    ...(message !== undefined && { values: { message } }),
  }
}
