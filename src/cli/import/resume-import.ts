import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { importsFolder, lockFile } from './imports-folder.ts'
import { type ImportJob, type Journal, listJournals, resumeJournal } from './journal.ts'
import { openRejectsFile, requireWritable } from './rejects-file.ts'
import { runImport } from './run-import.ts'
import { createBatchSender } from './send-batch.ts'
import { openSource, openSourceTable } from './source.ts'

interface ResumeSettings {
  /** The id of the import; optional if there is only one. */
  id: string | undefined
  /** Replaces the limit that the import was started with. */
  maxRejects: string | undefined
  concurrency: number
}

/** Resumes an import where it stopped and shows the result of the whole import. */
export async function resumeImport(
  context: Context,
  { id, maxRejects, concurrency }: ResumeSettings,
): Promise<void> {
  const { host, messages } = context
  const folder = importsFolder(context)
  const found = await findJob(context, folder, id)
  const job = maxRejects === undefined ? found : { ...found, maxRejects }
  const source = await openSource(job.file, context)
  if (source.file?.sha256 !== job.sha256) {
    throw new Failure('file_changed', { values: { path: job.file } })
  }
  await requireWritable(job.rejects)
  const release = lockFile(folder, job.sha256, host.clock)
  const table = await openSourceTable(source, context, job)
  try {
    const client = await context.client()
    const journal = await requireJournal(folder, job, context)
    const rejects = await openRejectsFile(folder, job.id, { table, path: job.rejects, messages })
    const { bytes } = source.file
    const sender = createBatchSender({ client, job })
    await runImport({ context, job, table, sender, journal, rejects, concurrency, bytes })
  } finally {
    await table.close()
    release()
  }
}

async function findJob(
  context: Context,
  folder: string,
  id: string | undefined,
): Promise<ImportJob> {
  const jobs = (await listJournals(folder)).map(({ job }) => job)
  const apiUrl = context.apiUrl()
  const wanted = jobs.filter((job) => (id === undefined ? job.apiUrl === apiUrl : job.id === id))
  const [job, second] = wanted
  if (!job) throw new Failure('not_found', { values: { what: id ?? unfinishedImports(context) } })
  if (second) {
    const ids = wanted.map((each) => each.id).join(', ')
    throw new Failure('ambiguous_name', { values: { name: unfinishedImports(context), ids } })
  }
  if (job.apiUrl !== apiUrl) {
    throw new Failure('import_elsewhere', { values: { url: job.apiUrl, asked: apiUrl } })
  }
  return job
}

const unfinishedImports = ({ messages: { imports } }: Context): string => imports.unfinished

/** Throws not_found if another run has finished the import in the meantime. */
async function requireJournal(folder: string, job: ImportJob, context: Context): Promise<Journal> {
  const journal = await resumeJournal(folder, job.id, context.host.clock)
  if (!journal) throw new Failure('not_found', { values: { what: job.id } })
  return journal
}
