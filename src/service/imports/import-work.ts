import { yieldToEventLoop } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { createRowCheck } from '../../tabular/check.ts'
import { createEstimate } from '../../tabular/estimate.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import { openTable } from '../../tabular/open-table.ts'
import { createSeenAddresses } from '../../tabular/seen-addresses.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import type { JobRun, JobWork } from '../jobs/job.ts'
import { insertRejects, type JobReject } from '../jobs/rejects-store.ts'
import type { Progress } from '../jobs/store.ts'
import { readUpload } from '../jobs/upload-store.ts'
import type { Service } from '../service.ts'
import type { ValidRow } from './entries.ts'
import type { ImportParams } from './params.ts'
import { type ImportContext, type SliceOutcome, writeSlice } from './write-slice.ts'

/** Imports the rows of an uploaded file in slices. The cursor counts the rows read. */
export const importWork =
  (service: Service): JobWork =>
  async (run) => {
    const params = run.params as ImportParams // only the import handler writes it
    const table = await openTable(readUpload(service.db, run.id), params.reading)
    try {
      const { accountId, listId } = run
      return await importRows({ service, params, listRef: { accountId, listId } }, run, table)
    } finally {
      await table.close()
    }
  }

async function importRows(
  context: ImportContext,
  run: JobRun,
  table: Table,
): Promise<'done' | 'later'> {
  const { params } = context
  const reader = createSliceReader(params)
  const estimate = createEstimate(table.format, params.bytes)
  const done = run.progress.cursor
  let read = 0
  for await (const row of table.rows) {
    read++
    estimate.read(row)
    reader.add(row, read > done)
    if (read % sliceSize !== 0) continue
    // Parsing alone would never yield to the event loop.
    await yieldToEventLoop()
    if (run.signal.aborted) return 'later'
    if (read <= done) continue
    const total = table.format.kind === 'csv' ? (estimate.rows() ?? null) : null
    await saveSlice(context, run, reader.flush(), { cursor: read, total })
  }
  await saveSlice(context, run, reader.flush(), { cursor: read, total: read })
  return 'done'
}

interface Slice {
  rows: ValidRow[]
  rejects: JobReject[]
}

/** Collects rows into slices. Rows of an earlier run only serve to detect duplicates. */
function createSliceReader({ mapping, mode }: ImportParams) {
  const check = createRowCheck(mode === 'suppress' ? addressOf(mapping) : mapping)
  const seen = createSeenAddresses()
  let slice: Slice = { rows: [], rejects: [] }

  return {
    add(row: Row, isNew: boolean): void {
      const { contact, key, reject } = { key: '', ...check(row) }
      const isRepeat = contact !== undefined && !seen.add(key)
      if (!isNew) return
      if (contact) slice.rows.push({ contact, key, rows: [row], isRepeat })
      else if (reject) {
        const { line, ...problem } = reject
        slice.rejects.push({ line, cells: row.cells, problem: { ...problem, isOfFile: true } })
      }
    },
    flush(): Slice {
      const full = slice
      slice = { rows: [], rejects: [] }
      return full
    },
  }
}

/** Maps only the address: a suppression needs nothing else, so other columns may be invalid. */
const addressOf = ({ columns }: Mapping): Mapping => ({
  columns: columns.filter(({ target }) => target === 'email'),
  ignored: [],
})

async function saveSlice(
  context: ImportContext,
  run: JobRun,
  { rows, rejects }: Slice,
  position: Pick<Progress, 'cursor' | 'total'>,
): Promise<void> {
  const { service, params } = context
  const isStart = position.cursor === sliceSize
  // Do not write the first slice of a file that is probably mapped wrongly.
  const accepted = isStart && isMajority(rejects.length) ? [] : rows
  const write = (tx: Executor) => writeSlice(tx, context, accepted)
  const dryRunOutcome = params.dry_run ? await dryRun(service.db, write) : undefined
  await run.step(async (tx) => {
    const outcome = dryRunOutcome ?? (await write(tx))
    await insertRejects(tx, run.id, [...rejects, ...outcome.rejects])
    return { ...addUp(run.progress, outcome, rejects.length), ...position }
  })
  service.wake()
  if (isStart && isMajority(run.progress.failed)) throw new Failure('too_many_rejects')
}

/** Whether more than half of a slice was rejected. */
const isMajority = (rejected: number): boolean => rejected * 2 > sliceSize

function addUp(before: Progress, outcome: SliceOutcome, rejected: number): Partial<Progress> {
  const { created, updated, skipped, duplicates, rejects } = outcome
  const failed = rejected + rejects.length
  return {
    processed: before.processed + created + updated + skipped + duplicates + failed,
    created: before.created + created,
    updated: before.updated + updated,
    skipped: before.skipped + skipped,
    failed: before.failed + failed,
    found: { duplicates: (before.found.duplicates ?? 0) + duplicates },
  }
}

/** Rolls back the transaction of a dry run. */
class DryRunRollback extends Error {}

/** Runs work in a transaction that is rolled back, and returns its result. */
async function dryRun<T>(db: Executor, work: (tx: Executor) => Promise<T>): Promise<T | undefined> {
  let outcome: T | undefined
  try {
    await db.transaction().execute(async (tx) => {
      outcome = await work(tx)
      throw new DryRunRollback()
    })
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error
  }
  return outcome
}
