import type { Client } from '../../client/client.ts'
import { type CheckedRow, createRowCheck, type Reject } from '../../tabular/check.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Progress } from '../output/progress.ts'
import { type Batch, readBatches } from './batches.ts'
import { importFailure } from './failures.ts'
import type { Confirmed, EntryError, ImportJob, Journal } from './journal.ts'
import { createPool } from './pool.ts'
import type { RejectLimit } from './reject-limit.ts'
import type { RejectsFile } from './rejects-file.ts'
import { type BatchOutcome, createBatchSender } from './send-batch.ts'
import { createEstimate } from './estimate.ts'
import { addOutcome, type Tally } from './tally.ts'

export interface ImportRun {
  table: Table
  job: Pick<ImportJob, 'listId' | 'mode' | 'mapping' | 'batchSize' | 'sha256' | 'nonce'>
  /** Undefined for a dry run: everything is done but the sending. */
  client: Client | undefined
  /** Undefined for what cannot be read again. */
  journal: Journal | undefined
  rejects: RejectsFile
  limit: RejectLimit
  tally: Tally
  concurrency: number
  progress: Progress
  /** Of the file, when it is known. */
  bytes: number | undefined
  stopped: AbortSignal
}

/**
 * Reads, checks and sends the rows of a table. Whatever stops it, the batches that are under way are
 * finished and journalled first. Throws file_changed, too_many_rejects, interrupted, terminated,
 * disk_full, and what the client throws.
 */
export async function runImport(run: ImportRun): Promise<void> {
  const { table, job, client, journal, rejects, limit, tally, progress, stopped } = run
  const pool = createPool(run.concurrency)
  const sender = client && createBatchSender({ client, job })
  const estimate = createEstimate(table, run.bytes)

  async function reject(row: Row, reason: Reject, ordinal: number): Promise<void> {
    tally.rejected++
    limit.add(reason, ordinal)
    await rejects.add(row, reason)
  }

  function onRow(row: Row, reason: Reject | undefined): Promise<void> | undefined {
    const ordinal = ++tally.rows
    estimate.read(row)
    return reason && reject(row, reason, ordinal)
  }

  async function finish(batch: Batch, outcome: BatchOutcome): Promise<void> {
    addOutcome(tally, batch, outcome)
    for (const error of outcome.errors) {
      for (const row of batch.entries[error.index]?.rows ?? []) {
        await reject(row, reasonOf(error, row), ordinalAt(batch))
      }
    }
    progress.update(tally.settled(), estimate.rows())
  }

  async function work(batch: Batch): Promise<void> {
    const outcome = (await sender?.send(batch)) ?? nothingSent(batch)
    await journal?.confirm(confirmedOf(batch, outcome))
    await finish(batch, outcome)
  }

  function requireGoing(isEnd: boolean): void {
    const breach = limit.breach(tally.rows, isEnd)
    if (breach) throw importFailure.tooManyRejects(breach, limit, tally)
    if (stopped.aborted) throw importFailure.stopped(stopped)
  }

  /** The file's own order of a batch is unknown once it is built: its last row says where it ends. */
  const ordinalAt = (batch: Batch): number => batch.endsAt

  try {
    const batches = readBatches(table.rows, {
      check: createRowCheck(job.mapping),
      size: job.batchSize,
      lastWins: job.mode === 'upsert',
      onRow,
    })
    for await (const batch of batches) {
      const known = journal?.confirmed.get(batch.number)
      if (known) {
        requireSame(known, batch)
        await finish(batch, known)
      }
      requireGoing(false)
      if (known) continue
      if (batch.isRepeat) await pool.settle()
      await pool.start(() => work(batch))
    }
    await pool.settle()
    requireGoing(true)
  } catch (error) {
    // What is under way is finished, whatever stopped the rest; its own failure is the later one.
    await pool.settle().catch(() => {})
    throw error
  }
}
