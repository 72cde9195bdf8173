import { createReadStream } from 'node:fs'
import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import { jobs } from '../../contract/modules/jobs.ts'
import { lists } from '../../contract/modules/lists.ts'
import type { Job } from '../../contract/shapes/job.ts'
import { type importModes, importTypes } from '../../contract/shapes/list-work.ts'
import { Failure, type FailureCode, failureTable } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { namedDelimiter } from '../../tabular/delimiter.ts'
import type { Context } from '../context.ts'
import { findListId } from '../input/list-name.ts'
import { createList } from './begin-import.ts'
import { viewOf } from './carry-out.ts'
import { followJob, type JobPlace } from './follow-job.ts'
import { parseMaxRejects } from './reject-limit.ts'
import { rejectsPath, requireWritable } from './rejects-file.ts'
import { saveBeside } from './save-beside.ts'
import { wireId } from './send-batch.ts'
import type { ImportSettings } from './settings.ts'
import { openSource, type Source } from './source.ts'
import { resultOf } from './tally.ts'

interface UploadSettings extends Omit<ImportSettings, 'mode'> {
  mode: (typeof importModes)[number]
  /** How long to wait for its end, as typed. */
  timeout: string | undefined
}

/** Whether a file is named by its address on the web: then the server fetches it. */
export const isOnWeb = (path: string): boolean => /^https?:\/\//i.test(path)

/**
 * Sends a file whole, or says where it is, follows the server's import to its end and shows its result.
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
  const { target } = settings
  const list =
    'list' in target
      ? await findListId(context, target.list)
      : await createList(context, client, target)
  const start = host.clock.now()
  const place: JobPlace = { list, job: await send(context, source, list, settings) }
  const job = await followJob(context, place, settings.timeout)
  const isKept = job.failed > 0 && (!flags.dryRun || settings.rejects !== undefined)
  const rejectsFile = isKept ? await saveErrors(context, place, rejects) : null
  const { processed: rows, created, updated, skipped, failed: rejected } = job
  const duplicates = job.found.duplicates ?? 0
  const tally = { rows, created, updated, skipped, duplicates, rejected, settled: rows, before: 0 }
  const ms = host.clock.now() - start
  const result = resultOf(tally, { listId: list, rejectsFile, ms, isDryRun: job.dry_run })
  await output.show({ one: { job_id: job.id, ...result }, view: viewOf(result) })
  if (rejectsFile !== null) output.note(context.words.imports.mendRejects(rejectsFile))
  refuseEnd(context, job, settings.maxRejects)
}

/** Rejects are called after the last word of the address. */
function remoteSource(url: string): Source {
  if (!URL.canParse(url))
    throw new Failure('invalid', { problems: [{ field: 'file', code: 'bad_url' }] })
  return { path: url, name: basename(new URL(url).pathname) }
}

/** Answers the number of the job. */
async function send(
  context: Context,
  source: Source,
  list: string,
  { overrides, delimiter, encoding, sheet, mode }: UploadSettings,
): Promise<number> {
  const { host, output, flags, words } = context
  const url = isOnWeb(source.path) ? source.path : undefined
  const request = {
    id: wireId(list),
    mode,
    ...(overrides.length > 0 && { map: overrides.map((pair) => pair.join('=')) }),
    // The server says which it takes.
    ...(delimiter !== undefined && { delimiter: namedDelimiter(delimiter) as ',' }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
    ...(flags.dryRun && { dry_run: '1' as const }),
    ...(url !== undefined && { url }),
  }
  const client = await context.client()
  const sending = { idempotencyKey: flags.idempotencyKey ?? newUuid(), signal: host.stopped }
  if (url !== undefined) {
    const { data } = await client
      .call(lists.import, request, sending)
      .catch((error) => tellDoubt(context, list, error))
    return data.job_id
  }
  const progress = await output.startProgress(words.imports.uploading)
  const bytes = source.path === '-' ? host.stdin : createReadStream(source.path)
  const total = source.file && Math.ceil(source.file.bytes / 1024)
  const onBytes = (sent: number) => progress.update(Math.ceil(sent / 1024), total)
  const file = { stream: Readable.from(counted(bytes, onBytes)), type: typeOf(source.path) }
  try {
    const { data } = await client.call(lists.import, request, { file, ...sending })
    return data.job_id
  } catch (error) {
    progress.clear()
    return tellDoubt(context, list, error)
  } finally {
    progress.clear()
    bytes.destroy()
  }
}

/** Stopped before the answer came: the server may be at work already. */
function tellDoubt({ host, output, words }: Context, list: string, error: unknown): never {
  if (host.stopped.aborted)
    output.note(words.imports.jobMayRun(`remite lists jobs list --list ${list}`))
  throw error
}

async function* counted(
  bytes: Readable,
  onBytes: (sent: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const piece of bytes) {
    yield piece
    sent += piece.length
    onBytes(sent)
  }
}

/** By the name; what the file really is, the server sees for itself. */
function typeOf(path: string): string {
  const [csv = '', tsv = '', xlsx = ''] = importTypes
  const types: Record<string, string> = { '.tsv': tsv, '.xlsx': xlsx }
  return types[extname(path).toLowerCase()] ?? csv
}

async function saveErrors(
  context: Context,
  { list, job }: JobPlace,
  path: string,
): Promise<string> {
  const client = await context.client()
  const { data } = await client.download(jobs.errors, { id: wireId(list), job })
  return saveBeside(path, data)
}

/** Says in the exit code what did not go well. */
function refuseEnd(
  { words }: Context,
  { status, error, failed, processed }: Job,
  maxRejects: string | undefined,
): void {
  if (status === 'cancelled') throw new Failure('wrong_state', { values: { status } })
  if (status === 'failed') {
    const limit = words.imports.halfOfStart
    const code = error !== null && error in failureTable ? (error as FailureCode) : 'internal'
    throw new Failure(code, { values: { rejected: failed, read: processed, limit } })
  }
  const max = maxRejects === undefined ? undefined : parseMaxRejects(maxRejects)
  const most = max && ('rows' in max ? max.rows : max.share * processed)
  if (failed > (most ?? 0)) {
    throw new Failure('done_in_part', { values: { failed, total: processed } })
  }
}
