import type { Client } from '../../client/client.ts'
import type { ProblemCode } from '../../core/failure.ts'
import { Failure } from '../../core/failure.ts'
import { createRowCheck, type Reject } from '../../tabular/check.ts'
import { createEstimate } from '../../tabular/estimate.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Progress } from '../output/progress.ts'
import { type Batch, readBatches } from './batches.ts'
import type { Confirmed, EntryError, ImportJob, Journal } from './journal.ts'
import { createPool } from './pool.ts'
import type { Breach, RejectLimit } from './reject-limit.ts'
import type { RejectsFile } from './rejects-file.ts'
import { type BatchOutcome, createBatchSender, nothing } from './send-batch.ts'
import { addOutcome, type Tally } from './tally.ts'

export interface ImportRun {
  table: Table
  job: Omit<ImportJob, 'file' | 'id' | 'rejects'>
  /** Undefined in a dry run: everything is done but the sending. */
  client: Client | undefined
  /** Undefined for what cannot be read again. */
  journal: Journal | undefined
  rejects: RejectsFile
  limit: RejectLimit
  tally: Tally
  concurrency: number
  progress: Progress
  /** The length of the file, when it is known. */
  bytes: number | undefined
  stopped: AbortSignal
  tooMany: (breach: Breach) => Failure
}

/**
 * Reads, checks and sends the rows of a table. Whatever stops it, the batches under way are finished
 * and journalled first. Throws file_changed, interrupted, terminated, disk_full, what `tooMany` makes
 * and what the client throws.
 */
export async function runImport(run: ImportRun): Promise<void> {
  const { table, job, client, journal, rejects, limit, tally, progress, stopped } = run
  const pool = createPool(run.concurrency)
  const sender = client && createBatchSender({ client, job })
  const estimate = createEstimate(table.format, run.bytes)

  function onRow(row: Row, reason: Reject | undefined): Promise<void> | undefined {
    tally.rows++
    limit.read(row.line)
    estimate.read(row)
    return reason && refuse(row, reason).then(() => requireWithin(false))
  }

  async function refuse(row: Row, reason: Reject): Promise<void> {
    tally.rejected++
    tally.settled++
    limit.reject(reason)
    await rejects.add(row, reason)
  }

  function requireWithin(isEnd: boolean): void {
    const breach = limit.breach(isEnd)
    if (breach) throw run.tooMany(breach)
  }

  async function send(batch: Batch): Promise<void> {
    const outcome = (await sender?.send(batch)) ?? nothing
    await journal?.confirm(confirmedOf(batch, outcome))
    await settle(batch, outcome)
  }

  async function settle(batch: Batch, outcome: BatchOutcome): Promise<void> {
    addOutcome(tally, batch, outcome)
    for (const error of outcome.errors) {
      for (const row of batch.entries[error.index]?.rows ?? [])
        await refuse(row, asReject(error, row))
    }
    progress.update(tally.settled, estimate.rows())
    requireWithin(false)
  }

  /** An earlier run has done it: only its rows have to be passed by. */
  async function passBy(batch: Batch, known: Confirmed): Promise<void> {
    requireSame(batch, known)
    const before = tally.settled
    await settle(batch, known)
    tally.before += tally.settled - before
  }

  async function dispatch(batch: Batch): Promise<void> {
    const known = journal?.confirmed.get(batch.number)
    if (known) return passBy(batch, known)
    if (batch.isRepeat) await pool.settle()
    await pool.start(() => send(batch))
  }

  const batches = readBatches(table.rows, {
    check: createRowCheck(job.mapping),
    size: job.batchSize,
    lastWins: job.mode === 'upsert',
    onRow,
  })
  try {
    for await (const batch of batches) {
      if (stopped.aborted) break
      await dispatch(batch)
    }
    await pool.settle()
  } catch (error) {
    // The first failure is what is told; what else is under way still has to end.
    await pool.settle().catch(() => {})
    if (!stopped.aborted) throw error
  }
  if (stopped.aborted) {
    throw new Failure(stopped.reason === 'SIGTERM' ? 'terminated' : 'interrupted')
  }
  requireWithin(true)
  progress.update(tally.settled, tally.rows)
}

function confirmedOf({ number, entries }: Batch, outcome: BatchOutcome): Confirmed {
  return { batch: number, entries: entries.length, ...linesOf(entries), ...outcome }
}

const linesOf = (entries: Batch['entries']) => ({
  firstLine: entries[0]?.rows[0]?.line ?? 0,
  lastLine: entries.at(-1)?.rows.at(-1)?.line ?? 0,
})

/** The file has the same sum, so this is another version of ours that reads it differently. */
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
    code: code as ProblemCode, // a foreign server's own word: it is only written down
    ...(message !== undefined && { values: { message } }),
  }
}
