import { createHash } from 'node:crypto'
import { check } from '../../contract/check.ts'
import { eventInput } from '../../contract/shapes/custom-event.ts'
import { Failure } from '../../core/failure.ts'
import { limitHeapGrowth } from '../../core/heap.ts'
import { newUuid } from '../../core/ids.ts'
import { fill } from '../../messages/fill.ts'
import type { Reject } from '../../tabular/check.ts'
import { createEstimate } from '../../tabular/estimate.ts'
import type { Row } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import { importedInPart } from '../import/imported-in-part.ts'
import { lockFile, makeImportsFolder } from '../import/imports-folder.ts'
import { createJournal, type Journal, resumeJournal } from '../import/journal.ts'
import { noteRejects, warnOfRejects } from '../import/note-findings.ts'
import { createPool } from '../import/pool.ts'
import { createRejectLimit, parseMaxRejects } from '../import/reject-limit.ts'
import {
  openRejectsFile,
  type RejectsFile,
  rejectsPath,
  requireWritable,
  tryRejectsFile,
} from '../import/rejects-file.ts'
import { rememberRejects } from '../import/shown-rows.ts'
import { openSource, type Source } from '../import/source.ts'
import { tooManyRejects } from '../import/stop.ts'
import { accountOf } from '../sending/account.ts'
import { rerunCommand } from '../sending/rerun-command.ts'
import { type EventBatch, readBatches } from './event-batches.ts'
import { type EventCounts, resultOf, viewOf } from './file-result.ts'
import { type EventSource, openEvents } from './read-events.ts'
import { type EventError, type EventOutcome, sendEvents } from './send-events.ts'
import { createTextColumns, type TextColumns } from './text-columns.ts'

interface FileFlags {
  /** `-` is standard input. */
  file: string
  /** The name of events that have none. */
  name: string | undefined
  rejects: string | undefined
  maxRejects: string | undefined
}

/** The file of a journal. The same command finds it again and goes on where it stopped. */
interface FileJob {
  version: 1
  id: string
  /** Random. The idempotency keys of the batches are derived from it. */
  nonce: string
}

interface ConfirmedEvents extends EventOutcome {
  batch: number
  entries: number
  firstLine: number
  lastLine: number
}

/** A file of events that is being sent, or only checked. */
interface FileRun {
  context: Context
  flags: FileFlags
  source: Source
  events: EventSource
  seed: string
  rejects: RejectsFile
  /** Undefined for input that cannot be read again. */
  journal: Journal<FileJob, ConfirmedEvents> | undefined
  columns: TextColumns
  /** Sends a batch, or checks it. */
  send(batch: EventBatch): Promise<EventOutcome>
}

/**
 * Sends the events of a file or a stream in batches, in their order. Throws done_in_part for rejected
 * events, or why it stopped.
 */
export async function sendFile(context: Context, flags: FileFlags): Promise<void> {
  requireReadableLimit(flags.maxRejects)
  const source = await openSource(flags.file, context)
  const events = await openEvents(source, context)
  try {
    const path = rejectsPath(source, flags.rejects, events.layout && '.ndjson')
    await requireWritable(path)
    const written = { ...events, path, messages: context.messages }
    // A file has the same ids whenever it is sent. What is read only once has no name.
    const seed = `${source.file?.sha256 ?? newUuid()}\0${flags.name ?? ''}`
    const run = { context, flags, source, events, seed }
    if (context.flags.dryRun) {
      const { file, rows } = rememberRejects(
        tryRejectsFile(flags.rejects !== undefined, written),
        context.messages,
      )
      const send = async (batch: EventBatch) => rehearse(context, batch)
      const columns = createTextColumns(undefined)
      await runFile({ ...run, rejects: file, journal: undefined, columns, send }, rows)
    } else await sendAll(run, written)
  } finally {
    await events.close()
  }
}

type Prepared = Omit<FileRun, 'rejects' | 'journal' | 'columns' | 'send'>
type RejectsOptions = Parameters<typeof openRejectsFile>[2]

async function sendAll(run: Prepared, written: RejectsOptions): Promise<void> {
  const { context, source, seed } = run
  const { clock } = context.host
  const folder = await makeImportsFolder(context, 'events')
  const { origin, name: account } = accountOf(context)
  const id = hashOf(seed, origin, account).slice(0, 10)
  const release = source.file ? lockFile(folder, source.file.sha256, clock) : () => {}
  try {
    const client = await context.client()
    const journal = source.file && (await openJournal(folder, id, clock))
    if (!journal) context.output.note(context.messages.imports.eventsReadOnce)
    const rejects = await openRejectsFile(folder, id, { ...written })
    const { nonce } = journal?.job ?? { nonce: newUuid() }
    const send = (batch: EventBatch) => sendEvents(client, batch, nonce)
    await runFile({ ...run, rejects, journal, columns: createTextColumns(client), send })
  } finally {
    release()
  }
}

const openJournal = async (folder: string, id: string, clock: Context['host']['clock']) =>
  (await resumeJournal<FileJob, ConfirmedEvents>(folder, id, clock)) ??
  createJournal<FileJob, ConfirmedEvents>(folder, { version: 1, id, nonce: newUuid() }, clock)

const hashOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex')

async function runFile(run: FileRun, shown?: ReturnType<typeof rememberRejects>['rows']) {
  const { context, rejects, journal, columns, flags } = run
  const { output, messages, host } = context
  const counts: EventCounts = { rows: 0, recorded: 0, duplicates: 0, rejected: 0, processed: 0 }
  const start = host.clock.now()
  const progress = await output.startProgress(
    shown ? messages.imports.checking : messages.imports.sendingEvents,
  )
  let file: string | null
  limitHeapGrowth('rows')
  try {
    await sendRows(run, counts, progress)
    file = await rejects.deliver()
  } catch (error) {
    throw await reportStop(run, counts, error)
  } finally {
    progress.clear()
    await journal?.close()
  }
  await journal?.remove()
  for (const name of columns.mixed) output.note(messages.imports.mixedProperty(name))
  const ms = host.clock.now() - start
  const result = resultOf(counts, { file, ms, rejects: shown })
  await output.show({ one: result, view: viewOf(shown !== undefined) })
  if (shown) {
    noteRejects(context, result)
    await warnOfRejects(context, { ...counts, wouldStop: false })
  } else if (file !== null) output.note(messages.imports.fixRejectedEvents(file))
  if (counts.rejected > 0 && flags.maxRejects === undefined && !shown) {
    throw importedInPart({ failed: counts.rejected, total: counts.rows })
  }
}

type Progress = Awaited<ReturnType<Context['output']['startProgress']>>

async function sendRows(run: FileRun, counts: EventCounts, progress: Progress): Promise<void> {
  const { context, flags, source, events, seed, rejects, journal, columns } = run
  const { stopped, clock } = context.host
  const max = flags.maxRejects === undefined ? undefined : parseMaxRejects(flags.maxRejects)
  const limit = createRejectLimit(max, { hasMapping: false })
  const estimate = createEstimate(events.table.format, source.file?.bytes)
  // One request at a time: the first event of a property fixes its type. The next batch is read meanwhile.
  const pool = createPool(1)

  async function refuse(row: Row, reject: Reject): Promise<void> {
    counts.rejected++
    counts.processed++
    limit.reject(reject)
    await rejects.add(row, reject)
    requireWithin(false)
  }

  function requireWithin(isEnd: boolean): void {
    const breach = limit.breach(isEnd)
    const job = flags.maxRejects === undefined ? {} : { maxRejects: flags.maxRejects }
    if (breach) throw tooManyRejects(context, { job, breach, limit, counts })
  }

  async function apply({ entries }: EventBatch, outcome: EventOutcome): Promise<void> {
    counts.recorded += outcome.recorded
    counts.duplicates += outcome.duplicates
    counts.processed += outcome.recorded + outcome.duplicates
    for (const error of outcome.errors) {
      const row = entries[error.index]?.row
      if (row) await refuse(row, asReject(error, row))
    }
    progress.update(counts.processed, estimate.rows())
  }

  async function send(batch: EventBatch): Promise<void> {
    const outcome = await run.send(batch)
    await journal?.confirm({ batch: batch.number, ...placeOf(batch), ...outcome })
    await apply(batch, outcome)
  }

  const batches = readBatches(events.rows, {
    clock: source.file || context.flags.dryRun ? undefined : clock,
    name: flags.name,
    seed,
    onRow(row, problem) {
      counts.rows++
      limit.read(row.line)
      estimate.read(row)
      return problem && refuse(row, { line: row.line, ...problem })
    },
  })
  try {
    for await (const read of batches) {
      if (stopped.aborted) break
      const batch = await columns.apply(read)
      const known = journal?.confirmed.get(batch.number)
      if (known) {
        requireSame(batch, known)
        await apply(batch, known)
      } else await pool.start(() => send(batch))
    }
    await pool.drain()
  } catch (error) {
    await pool.drain().catch(() => {}) // only the first failure is reported
    if (!stopped.aborted) throw error
  }
  if (stopped.aborted) {
    throw new Failure(stopped.reason === 'SIGTERM' ? 'terminated' : 'interrupted')
  }
  requireWithin(true)
}

const placeOf = ({ entries }: EventBatch) => ({
  entries: entries.length,
  firstLine: entries[0]?.row.line ?? 0,
  lastLine: entries.at(-1)?.row.line ?? 0,
})

/** Throws file_changed: the checksum is the same, so another version of remite read it differently. */
function requireSame(batch: EventBatch, known: ConfirmedEvents): void {
  const { entries, firstLine, lastLine } = placeOf(batch)
  const isSame =
    known.entries === entries && known.firstLine === firstLine && known.lastLine === lastLine
  if (!isSame) throw new Failure('file_changed')
}

const asReject = ({ code, field = '', message }: EventError, { line }: Row): Reject => ({
  line,
  field,
  code,
  // The file of rejects has no column for the field.
  ...(message !== undefined && {
    values: { message: field === '' ? message : `${field}: ${message}` },
  }),
})

/** Checks the events of a dry run by the contract. Whether their contacts exist only the server knows. */
function rehearse({ messages }: Context, { entries }: EventBatch): EventOutcome {
  const errors = entries.flatMap(({ event }, index): EventError[] => {
    const checked = check(eventInput, event)
    const [problem] = 'problems' in checked ? checked.problems : []
    if (!problem) return []
    const message = fill(messages.problems[problem.code], problem.values)
    return [{ index, code: problem.code, field: problem.field, message }]
  })
  return { recorded: 0, duplicates: 0, errors }
}

function requireReadableLimit(maxRejects: string | undefined): void {
  if (maxRejects === undefined || parseMaxRejects(maxRejects)) return
  throw new Failure('usage', { problems: [{ field: '--max-rejects', code: 'bad_number' }] })
}

/** Reports how far it came. Returns the failure with the command that goes on. */
async function reportStop(
  { context, rejects, journal }: FileRun,
  counts: EventCounts,
  error: unknown,
): Promise<unknown> {
  const { output, messages } = context
  if (journal) await rejects.abandon()
  else {
    const file = await rejects.deliver().catch(() => null) // what stopped the run matters more
    if (file !== null) output.note(messages.imports.rejectsIn(file))
  }
  output.note(messages.imports.processed(output.local.number(counts.processed)))
  if (!journal || !(error instanceof Failure) || error.code === 'file_changed') return error
  const { values, ...details } = error.details
  const more = { ...values, settled: counts.processed, resume: rerunCommand(context) }
  return new Failure(error.code, { ...details, values: more }, { cause: error })
}
