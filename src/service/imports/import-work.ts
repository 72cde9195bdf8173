import { mebibyte } from '../../core/bytes.ts'
import { Failure } from '../../core/failure.ts'
import { withHeapForRows } from '../../core/heap.ts'
import { mustYield, yieldTurn } from '../../core/yield.ts'
import { createRowCheck } from '../../tabular/check.ts'
import { createEstimate } from '../../tabular/estimate.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import { openTable } from '../../tabular/open-table.ts'
import { createSeenAddresses } from '../../tabular/seen-addresses.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import { rehearse } from '../database/transaction.ts'
import { addOptInsWaiting, type JobRun, type JobWork } from '../jobs/job.ts'
import { createJobWaker } from '../jobs/job-waker.ts'
import { insertRejects, type JobReject } from '../jobs/rejects-store.ts'
import type { Progress } from '../jobs/store.ts'
import { readUpload } from '../jobs/upload-store.ts'
import type { Service } from '../service.ts'
import type { ValidRow } from './entries.ts'
import type { ImportParams } from './params.ts'
import {
  addCounts,
  type ImportContext,
  type ReadSlice,
  readSlice,
  type SliceOutcome,
  writeSlice,
} from './write-slice.ts'

/** Imports the rows of an uploaded file in slices. The cursor counts the rows read. */
export const importWork =
  (service: Service): JobWork =>
  async (run) => {
    const params = run.params as ImportParams // only the import handler writes it
    const table = await openTable(readUpload(service.db, run), params.reading)
    try {
      const { accountId, listId } = run
      const context = { service, params, listRef: { accountId, listId } }
      return await withHeapForRows(() => importRows(context, run, table))
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
  const waker = createJobWaker(context.service)
  const estimate = createEstimate(table.format, params.bytes)
  const saver = createSliceSaver(context, run, waker.afterStep)
  const done = run.progress.cursor
  let read = 0
  try {
    for await (const row of table.rows) {
      read++
      estimate.read(row)
      reader.add(row, read > done)
      if (mustYield()) await yieldTurn()
      if (run.signal.aborted) return 'later'
      if (!reader.isFull()) continue
      const total = table.format.kind === 'csv' ? (estimate.rows() ?? null) : null
      await saver.start(reader.flush(), { cursor: read, total })
    }
    await saver.start(reader.flush(), { cursor: read, total: read })
    await saver.finish()
  } finally {
    // The end of the job must not overtake a slice.
    await saver.finish().catch(() => {})
    waker.afterLast()
  }
  return 'done'
}

/** Saves one slice while the next is read, so that neither the database nor the reader waits. */
function createSliceSaver(context: ImportContext, run: JobRun, onSaved: () => void) {
  let saving: Promise<void> = Promise.resolve()
  /** Files have mostly new contacts, or mostly known ones. */
  let expectsNew = false

  async function save(slice: CheckedSlice, position: Position, onWriting: () => void) {
    expectsNew = await saveSlice(context, run, { ...slice, expectsNew, onWriting }, position)
    onSaved()
  }

  return {
    /**
     * Throws what the slice before threw. Resolves when only the database is busy: reading earlier would delay the
     * short statements at the start of the transaction.
     */
    async start({ rows, rejects }: Slice, position: Position): Promise<void> {
      const read = await readSlice(context, rows)
      await saving
      await new Promise<void>((resolve) => {
        saving = save({ read, rejects }, position, resolve)
        // A failure is reported by the next call.
        saving.then(resolve, () => resolve())
      })
    },
    finish: () => saving,
  }
}

/** Where a slice ends. */
type Position = Pick<Progress, 'cursor' | 'total'>

interface Slice {
  rows: ValidRow[]
  rejects: JobReject[]
}

interface CheckedSlice {
  read: ReadSlice
  rejects: readonly JobReject[]
}

interface SliceExpectation {
  expectsNew: boolean
  onWriting: () => void
}

/** A row may have a quarter of a megabyte, so a thousand of them would be too many. */
const maxSliceLength = 2 * 1024 * 1024

/** The memory of a row: its characters, and a reference for each cell. */
const sizeOf = ({ cells }: Row): number =>
  cells.reduce((size, cell) => size + cell.length + cellOverhead, 0)

const cellOverhead = 8

/** Collects rows into slices. Rows of an earlier run only serve to detect duplicates. */
function createSliceReader({ mapping, mode }: ImportParams) {
  const check = createRowCheck(mode === 'suppress' ? addressOf(mapping) : mapping)
  const seen = createSeenAddresses()
  let slice: Slice = { rows: [], rejects: [] }
  let rows = 0
  let size = 0

  return {
    add(row: Row, isNew: boolean): void {
      const { contact, key, reject } = { key: '', ...check(row) }
      const isRepeat = contact !== undefined && !seen.add(key)
      if (!isNew) return
      rows++
      size += sizeOf(row)
      if (contact) slice.rows.push({ contact, key, rows: [row], isRepeat })
      else if (reject) {
        const { line, ...problem } = reject
        slice.rejects.push({ line, cells: row.cells, problem: { ...problem, isOfFile: true } })
      }
    },
    isFull: () => rows >= sliceSize || size >= maxSliceLength,
    flush(): Slice {
      const full = slice
      slice = { rows: [], rejects: [] }
      rows = 0
      size = 0
      return full
    },
  }
}

/** Maps only the address: a suppression needs nothing else, so other columns may be invalid. */
const addressOf = ({ columns }: Mapping): Mapping => ({
  columns: columns.filter(({ target }) => target === 'email'),
  ignored: [],
})

/** Returns whether all contacts of the slice were new. */
async function saveSlice(
  context: ImportContext,
  run: JobRun,
  { read, rejects, onWriting, ...slice }: CheckedSlice & SliceExpectation,
  position: Position,
): Promise<boolean> {
  const { service, params } = context
  const isStart = run.progress.cursor === 0 && position.cursor === sliceSize
  // Do not write the first slice of a file that is probably mapped wrongly.
  const accepted = isStart && isMajority(rejects.length) ? await readSlice(context, []) : read
  let { expectsNew } = slice
  const write = (tx: Executor) => {
    const how = { expectsNew, onWriting }
    // If the transaction has to run again, this may be the reason.
    expectsNew = false
    return writeSlice(tx, context, accepted, how)
  }
  const dryRunOutcome = params.dry_run ? await dryRun(service.db, write) : undefined
  let areNew = false
  await run.step(async (tx) => {
    const outcome = dryRunOutcome ?? (await write(tx))
    const known = outcome.rejects.filter(({ problem }) => problem.code === 'duplicate').length
    areNew = outcome.created > 0 && outcome.updated + outcome.skipped + known === 0
    const bytes = await insertRejects(tx, run, [...rejects, ...outcome.rejects])
    if (bytes > maxRejectBytes) throw new Failure('too_many_rejects')
    return { ...addUp(run.progress, outcome, rejects.length), ...position }
  })
  if (isStart && isMajority(run.progress.failed)) throw new Failure('too_many_rejects')
  return areNew
}

/** They are kept for a month. A file with more wrong rows is corrected before it is imported. */
const maxRejectBytes = 64 * mebibyte

/** Whether more than half of a slice was rejected. */
const isMajority = (rejected: number): boolean => rejected * 2 > sliceSize

function addUp(before: Progress, outcome: SliceOutcome, rejected: number): Partial<Progress> {
  const { created, updated, skipped, duplicates, optInsWaiting, kept, rejects } = outcome
  const failed = rejected + rejects.length
  return {
    processed: before.processed + created + updated + skipped + duplicates + failed,
    created: before.created + created,
    updated: before.updated + updated,
    skipped: before.skipped + skipped,
    failed: before.failed + failed,
    found: {
      ...addCounts(before.found, kept),
      duplicates: (before.found.duplicates ?? 0) + duplicates,
      ...addOptInsWaiting(before, optInsWaiting),
    },
  }
}

/** Runs work in a transaction that is rolled back, and returns its result. */
async function dryRun<T>(db: Executor, work: (tx: Executor) => Promise<T>): Promise<T | undefined> {
  let outcome: T | undefined
  await rehearse(db, async (tx) => {
    outcome = await work(tx)
  })
  return outcome
}
