import { Failure } from '../../core/failure.ts'
import type { Context } from '../context.ts'
import { carryOut } from './carry-out.ts'
import { type ImportJob, type Journal, listJournals, resumeJournal } from './journal.ts'
import { openRejectsFile, requireWritable } from './rejects-file.ts'
import { openSource, openSourceTable } from './source.ts'
import { importsFolder, lockFile } from './state-folder.ts'

interface ResumeSettings {
  /** Of an import of this machine; undefined when there is only one. */
  id: string | undefined
  /** Instead of what the import was begun with. */
  maxRejects: string | undefined
  concurrency: number
}

/** Goes on with an import where it stopped, and shows the result of all of it. */
export async function resumeImport(
  context: Context,
  { id, maxRejects, concurrency }: ResumeSettings,
): Promise<void> {
  const { host, words } = context
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
    const rejects = await openRejectsFile(folder, job.id, { table, path: job.rejects, words })
    const { bytes } = source.file
    await carryOut({ context, job, table, client, journal, rejects, concurrency, bytes })
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
  const [job, other] = wanted
  if (!job) throw new Failure('not_found', { values: { what: id ?? words(context) } })
  if (other) {
    const ids = wanted.map((each) => each.id).join(', ')
    throw new Failure('ambiguous_name', { values: { name: words(context), ids } })
  }
  if (job.apiUrl !== apiUrl) {
    throw new Failure('import_elsewhere', { values: { url: job.apiUrl, asked: apiUrl } })
  }
  return job
}

const words = ({ words: { imports } }: Context): string => imports.unfinished

/** It was there a moment ago; only somebody who finished it meanwhile can have taken it away. */
async function requireJournal(folder: string, job: ImportJob, context: Context): Promise<Journal> {
  const journal = await resumeJournal(folder, job.id, context.host.clock)
  if (!journal) throw new Failure('not_found', { values: { what: job.id } })
  return journal
}
