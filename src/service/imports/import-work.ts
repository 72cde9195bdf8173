import { setImmediate } from 'node:timers/promises'
import { Failure } from '../../core/failure.ts'
import { createRowCheck } from '../../tabular/check.ts'
import { createEstimate } from '../../tabular/estimate.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import { openTable } from '../../tabular/open-table.ts'
import { createSeenAddresses } from '../../tabular/seen-addresses.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import type { JobRun, JobWork, Progress } from '../jobs/job.ts'
import { insertRejects, type JobReject } from '../jobs/rejects-store.ts'
import { readUpload } from '../jobs/upload-store.ts'
import type { Service } from '../service.ts'
import type { SoundRow } from './entries.ts'
import type { ImportParams } from './params.ts'
import { rehearse } from './rehearse.ts'
import { type Importing, type SliceOutcome, writeSlice } from './write-slice.ts'

/** Takes the rows of an uploaded file, a slice at a time; the cursor counts the rows read. */
export const importWork =
  (service: Service): JobWork =>
  async (run) => {
    const params = run.params as ImportParams // made by the handler alone
    const table = await openTable(readUpload(service.db, run.id), params.reading)
    try {
      const { accountId, listId } = run
      return await takeRows({ service, params, place: { accountId, listId } }, run, table)
    } finally {
      await table.close()
    }
  }

async function takeRows(
  importing: Importing,
  run: JobRun,
  table: Table,
): Promise<'done' | 'later'> {
  const { params } = importing
  const reader = createSliceReader(params)
  const estimate = createEstimate(table.format, params.bytes)
  const done = run.progress.cursor
  let read = 0
  for await (const row of table.rows) {
    read++
    estimate.read(row)
    reader.take(row, read > done)
    if (read % sliceSize !== 0) continue
    // Reading alone would never let the loop turn.
    await setImmediate()
    if (run.signal.aborted) return 'later'
    if (read <= done) continue
    const total = table.format.kind === 'csv' ? (estimate.rows() ?? null) : null
    await keepSlice(importing, run, reader.give(), { cursor: read, total })
  }
  await keepSlice(importing, run, reader.give(), { cursor: read, total: read })
  return 'done'
}

interface Slice {
  rows: SoundRow[]
  rejects: JobReject[]
}

/** Rows to slices. Those of an earlier run are only remembered, to know what repeats them. */
function createSliceReader({ mapping, mode }: ImportParams) {
  const check = createRowCheck(mode === 'suppress' ? addressOf(mapping) : mapping)
  const seen = createSeenAddresses()
  let slice: Slice = { rows: [], rejects: [] }

  return {
    take(row: Row, isNew: boolean): void {
      const { contact, key, reject } = { key: '', ...check(row) }
      const isRepeat = contact !== undefined && !seen.add(key)
      if (!isNew) return
      if (contact) slice.rows.push({ contact, key, rows: [row], isRepeat })
      else if (reject) {
        const { line, ...problem } = reject
        slice.rejects.push({ line, cells: row.cells, problem: { ...problem, isOfFile: true } })
      }
    },
    give(): Slice {
      const given = slice
      slice = { rows: [], rejects: [] }
      return given
    },
  }
}

/** Whom not to write to says the address alone; what else the file holds need not be right. */
const addressOf = ({ columns }: Mapping): Mapping => ({
  columns: columns.filter(({ target }) => target === 'email'),
  ignored: [],
})

async function keepSlice(
  importing: Importing,
  run: JobRun,
  { rows, rejects }: Slice,
  place: Pick<Progress, 'cursor' | 'total'>,
): Promise<void> {
  const { service, params } = importing
  const isStart = place.cursor === sliceSize
  // A file that was mapped wrongly is found out before its start is written.
  const wanted = isStart && isMostly(rejects.length) ? [] : rows
  const write = (tx: Executor) => writeSlice(tx, importing, wanted)
  const rehearsed = params.dry_run ? await rehearse(service.db, write) : undefined
  await run.step(async (tx) => {
    const outcome = rehearsed ?? (await write(tx))
    await insertRejects(tx, run.id, [...rejects, ...outcome.rejects])
    return { ...addUp(run.progress, outcome, rejects.length), ...place }
  })
  service.wake()
  if (isStart && isMostly(run.progress.failed)) throw new Failure('too_many_rejects')
}

/** More than half of a whole slice. */
const isMostly = (rejected: number): boolean => rejected * 2 > sliceSize

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
