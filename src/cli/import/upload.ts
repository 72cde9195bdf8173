import { createReadStream } from 'node:fs'
import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import { jobs } from '../../contract/modules/jobs.ts'
import { lists } from '../../contract/modules/lists.ts'
import { wireId } from '../../contract/path.ts'
import type { Job } from '../../contract/shapes/job.ts'
import { type importModes, importTypes } from '../../contract/shapes/list-jobs.ts'
import { Failure, type FailureCode, failureTable } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import { keptStatuses } from '../../tabular/consent.ts'
import { namedDelimiter } from '../../tabular/delimiter.ts'
import { openTable } from '../../tabular/open-table.ts'
import { rejectColumns } from '../../tabular/reject-columns.ts'
import type { Context } from '../context/context.ts'
import { showIfAsked } from '../forms/fill-in.ts'
import { readListFields } from '../input/list-fields.ts'
import { viewWithNames } from '../references/shown-names.ts'
import { followJob, type JobReference } from '../waiting/follow-job.ts'
import { chooseList } from './choose-list.ts'
import { type ColumnPlan, planColumns } from './column-plan.ts'
import { type KeptStatuses, resultOf } from './counts.ts'
import { importedInPart } from './imported-in-part.ts'
import { createFields } from './new-fields.ts'
import { noteFindings, warnOfRejects } from './note-findings.ts'
import { parseMaxRejects } from './reject-limit.ts'
import { rejectsPath, requireWritable } from './rejects-file.ts'
import { viewOf } from './result-view.ts'
import { noteKept } from './run-import.ts'
import { saveBeside } from './save-beside.ts'
import { openScannedTable } from './scan-rows.ts'
import type { ImportSettings } from './settings.ts'
import { maxShownRows, type ShownRow } from './shown-rows.ts'
import { openSource, type Source } from './source.ts'
import { createList } from './start-import.ts'

interface UploadSettings extends Omit<ImportSettings, 'mode'> {
  mode: (typeof importModes)[number]
  /** The `--wait-timeout` as typed. */
  timeout: string | undefined
}

/** Whether the path is a URL, which the server downloads itself. */
export const isOnWeb = (path: string): boolean => /^https?:\/\//i.test(path)

/**
 * Uploads a file or passes its URL, follows the import on the server and shows its result.
 */
export async function uploadImport(
  context: Context,
  path: string,
  settings: UploadSettings,
): Promise<void> {
  const { host, output, flags } = context
  const source = isOnWeb(path) ? remoteSource(path) : await openSource(path, context)
  const rejects = rejectsPath(source, settings.rejects)
  await requireWritable(rejects)
  const client = await context.client()
  const { argv: typed } = host
  const { target } = await chooseList(context, path, settings.target)
  const known = 'list' in target ? target.list : undefined
  const plan = await planUpload(context, { source, list: known, settings })
  showIfAsked(context, typed)
  const list = known ?? (await createList(context, client, target))
  if (plan && !flags.dryRun) await createFields(client, list, plan)
  const { overrides = settings.overrides } = plan ?? {}
  const start = host.clock.now()
  const sent = { ...settings, overrides }
  const reference: JobReference = { list, job: await send(context, source, list, sent) }
  const job = await followJob(context, reference, settings.timeout)
  const savesErrors = job.failed > 0 && (!flags.dryRun || settings.rejects !== undefined)
  const rejectsFile = savesErrors ? await saveErrors(context, reference, rejects) : null
  const { processed: rows, created, updated, skipped, failed: rejected } = job
  const duplicates = job.found.duplicates ?? 0
  const counts = {
    rows,
    created,
    updated,
    skipped,
    duplicates,
    rejected,
    processed: rows,
    resumed: 0,
    kept: keptIn(job),
  }
  const ms = host.clock.now() - start
  const rejectedRows = job.dry_run && rejected > 0 ? await readErrors(context, reference) : []
  const result = resultOf(counts, {
    listId: list,
    rejectsFile,
    ms,
    isDryRun: job.dry_run,
    findings: { newFields: (job.dry_run && plan?.newFields) || [] },
    rejects: rejectedRows,
  })
  const one = { job_id: job.id, ...result }
  const view = await viewWithNames(context, { one, view: viewOf(result) })
  await output.show({ one, view })
  noteKept(context, counts.kept)
  if (job.dry_run) noteFindings(context, result)
  else if (rejectsFile !== null) output.note(context.messages.imports.fixRejects(rejectsFile))
  await requireSuccess(context, job, settings.maxRejects)
}

interface UploadPlan {
  source: Source
  /** Undefined if it is to be created. */
  list: string | undefined
  settings: UploadSettings
}

/** Plans the columns of a file that can be read here. The server maps those of other files. */
async function planUpload(
  context: Context,
  { source, list, settings }: UploadPlan,
): Promise<ColumnPlan | undefined> {
  const { overrides, createsFields, mode, tags } = settings
  const isSuppressing = mode === 'suppress'
  if (isSuppressing && tags.length > 0) throw usage('tags_of_suppress')
  if (isSuppressing && createsFields) throw usage('fields_of_suppress')
  if (isSuppressing || !source.file) {
    if (createsFields) throw usage('fields_unread')
    return undefined
  }
  const { table, scan } = await openScannedTable(source, context, settings)
  try {
    const fields = list === undefined ? [] : await readListFields(await context.client(), list)
    return await planColumns({ context, table, scan, fields, overrides, createsFields })
  } finally {
    await table.close()
  }
}

const usage = (reason: string): Failure => new Failure('usage', { values: { reason } })

const keptIn = ({ found }: Job): KeptStatuses =>
  Object.fromEntries(
    keptStatuses.flatMap((status) => {
      const count = found[status] ?? 0
      return count > 0 ? [[status, count]] : []
    }),
  )

/** The rejects file is named after the last segment of the URL. */
function remoteSource(url: string): Source {
  const parsed = parseUrl(url)
  if (!parsed) throw new Failure('invalid', { problems: [{ field: 'file', code: 'bad_url' }] })
  return { path: url, name: basename(parsed.pathname) }
}

/** Starts the import on the server. Returns the id of the job. */
async function send(
  context: Context,
  source: Source,
  list: string,
  { overrides, delimiter, encoding, sheet, mode, tags }: UploadSettings,
): Promise<number> {
  const { host, output, flags, messages } = context
  const url = isOnWeb(source.path) ? source.path : undefined
  const request = {
    id: wireId(list),
    mode,
    ...(overrides.length > 0 && { map: overrides.map((pair) => pair.join('=')) }),
    // The server validates the values.
    ...(delimiter !== undefined && { delimiter: namedDelimiter(delimiter) as ',' }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
    ...(flags.dryRun && { dry_run: '1' as const }),
    ...(tags.length > 0 && { tag: [...tags] }),
    ...(url !== undefined && { url }),
  }
  const client = await context.client()
  const sending = { idempotencyKey: flags.idempotencyKey ?? newUuid(), signal: host.stopped }
  if (url !== undefined) {
    const { data } = await client
      .call(lists.import, request, sending)
      .catch((error) => noteRunningJob(context, list, error))
    return data.job_id
  }
  const progress = await output.startProgress(messages.imports.uploading)
  const bytes = source.path === '-' ? host.stdin : createReadStream(source.path)
  const total = source.file && Math.ceil(source.file.bytes / 1024)
  const onBytes = (sent: number) => progress.update(Math.ceil(sent / 1024), total)
  const file = { stream: Readable.from(counted(bytes, onBytes)), type: typeOf(source.path) }
  try {
    const { data } = await client.call(lists.import, request, { file, ...sending })
    return data.job_id
  } catch (error) {
    progress.clear()
    return noteRunningJob(context, list, error)
  } finally {
    progress.clear()
    bytes.destroy()
  }
}

/** Stopped before the answer: the import may already be running on the server. */
function noteRunningJob({ host, output, messages }: Context, list: string, error: unknown): never {
  if (host.stopped.aborted)
    output.note(messages.imports.jobMayRun(`remite lists jobs list --list ${list}`))
  throw error
}

async function* counted(
  bytes: Readable,
  onBytes: (sent: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const chunk of bytes) {
    yield chunk
    sent += chunk.length
    onBytes(sent)
  }
}

/** The media type by the file name. The server detects the real type. */
function typeOf(path: string): string {
  const [csv = '', tsv = '', xlsx = '', ndjson = ''] = importTypes
  const types: Record<string, string> = { '.tsv': tsv, '.xlsx': xlsx, '.ndjson': ndjson }
  return types[extname(path).toLowerCase()] ?? csv
}

async function saveErrors(
  context: Context,
  { list, job }: JobReference,
  path: string,
): Promise<string> {
  const client = await context.client()
  const { data } = await client.download(jobs.errors, { id: wireId(list), job })
  return saveBeside(path, data)
}

/** Reads the first rejected rows of a rehearsal on the server. */
async function readErrors(
  context: Context,
  { list, job }: JobReference,
): Promise<readonly ShownRow[]> {
  const client = await context.client()
  const { data } = await client.download(jobs.errors, { id: wireId(list), job })
  const table = await openTable(data)
  const shown: ShownRow[] = []
  try {
    for await (const { cells } of table.rows) {
      const [line = '', code = '', reason = ''] = cells.slice(-rejectColumns.length)
      const value = cells.slice(0, -rejectColumns.length).find((cell) => cell !== '') ?? ''
      shown.push({ line: Number(line), value, code, reason })
      if (shown.length === maxShownRows) break
    }
    return shown
  } finally {
    await table.close()
  }
}

/** Throws for a job that failed or rejected too many rows. A dry run only warns of them. */
async function requireSuccess(
  context: Context,
  { status, error, failed, processed, dry_run: isDryRun }: Job,
  maxRejects: string | undefined,
): Promise<void> {
  const { messages } = context
  if (status === 'cancelled') throw new Failure('wrong_state', { values: { status } })
  if (status === 'failed') {
    const limit = messages.imports.halfOfStart
    const code = error !== null && error in failureTable ? (error as FailureCode) : 'internal'
    throw new Failure(code, { values: { rejected: failed, read: processed, limit } })
  }
  const max = maxRejects === undefined ? undefined : parseMaxRejects(maxRejects)
  const most = max && ('rows' in max ? max.rows : max.share * processed)
  if (isDryRun && max === undefined) {
    await warnOfRejects(context, { rows: processed, rejected: failed, wouldStop: false })
  } else if (failed > (most ?? 0)) {
    throw importedInPart({ failed, total: processed })
  }
}
