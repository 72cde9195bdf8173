import type { Client } from '../../client/client.ts'
import { lists } from '../../contract/modules/lists.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { mapsConsent } from '../../tabular/consent.ts'
import { type Mapping, mapColumns } from '../../tabular/mapping.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import { findListId } from '../input/list-id.ts'
import { describeTable } from './describe-table.ts'
import { importId } from './import-id.ts'
import { lockFile, makeImportsFolder } from './imports-folder.ts'
import { createJournal, type ImportJob, journalPath, readJournal } from './journal.ts'
import { readListFields } from './list-fields.ts'
import { openRejectsFile, rejectsPath, requireWritable, tryRejectsFile } from './rejects-file.ts'
import { runImport } from './run-import.ts'
import type { ImportSettings } from './settings.ts'
import { openSource, openSourceTable, type Source } from './source.ts'
import { resumeCommand } from './stop.ts'

interface ImportRequest {
  context: Context
  settings: ImportSettings
  source: Source
  table: Table
}

/** Starts an import, runs it and shows its result. */
export async function startImport(
  context: Context,
  path: string,
  settings: ImportSettings,
): Promise<void> {
  const source = await openSource(path, context)
  const table = await openSourceTable(source, context, settings)
  try {
    await requireWritable(rejectsPath(source, settings.rejects))
    const request = { context, settings, source, table }
    await (context.flags.dryRun ? dryRun(request) : start(request))
  } finally {
    await table.close()
  }
}

/** Does everything except sending. Reads from the server only if the list exists. */
async function dryRun(request: ImportRequest): Promise<void> {
  const { context, settings, source, table } = request
  const { target, rejects, concurrency } = settings
  const known = 'list' in target ? await findListId(context, target.list) : undefined
  const client = known === undefined ? undefined : await context.client()
  const mapping = await mapTable(request, client, known)
  const keepsStatus = await keepsStatusAt(client, mapping)
  const { batchSize } = settings
  const job = createJob(request, { mapping, listId: known ?? '', batchSize, keepsStatus })
  const path = job.rejects
  await runImport({
    context,
    job,
    table,
    client: undefined,
    journal: undefined,
    rejects: tryRejectsFile(rejects !== undefined, { table, path, messages: context.messages }),
    concurrency,
    bytes: source.file?.bytes,
  })
}

async function start(request: ImportRequest): Promise<void> {
  const { context, settings, source, table } = request
  const { clock } = context.host
  const folder = await makeImportsFolder(context)
  const release = source.file ? lockFile(folder, source.file.sha256, clock) : () => {}
  try {
    const client = await context.client()
    const { target, concurrency } = settings
    const known = 'list' in target ? await findListId(context, target.list) : undefined
    const mapping = await mapTable(request, client, known)
    const batchSize = await batchSizeFor(client, settings)
    const keepsStatus = await keepsStatusAt(client, mapping)
    const planned = createJob(request, { mapping, listId: known ?? '', batchSize, keepsStatus })
    await refuseUnfinished(folder, planned.id)
    const job = { ...planned, listId: known ?? (await createList(context, client, target)) }
    const journal = source.file && (await createJournal(folder, job, clock))
    if (!journal) context.output.note(context.messages.imports.notResumable)
    const { messages } = context
    const rejects = await openRejectsFile(folder, job.id, { table, path: job.rejects, messages })
    const bytes = source.file?.bytes
    await runImport({ context, job, table, client, journal, rejects, concurrency, bytes })
  } finally {
    release()
  }
}

/** Maps the columns to fields and prints the mapping. */
async function mapTable(
  { context, settings, table }: ImportRequest,
  client: Client | undefined,
  listId: string | undefined,
): Promise<Mapping> {
  const fields = client && listId !== undefined ? await readListFields(client, listId) : []
  const mapping = mapColumns(table.header.cells, { fields, overrides: settings.overrides })
  for (const line of describeTable(table.format, mapping, context.messages))
    context.output.note(line)
  return mapping
}

/** Whether the server keeps statuses. Without a server, a dry run counts what would be kept. */
const keepsStatusAt = async (client: Client | undefined, mapping: Mapping): Promise<boolean> =>
  client === undefined || !mapsConsent(mapping) || (await client.offers('contact-status'))

/** The batch size: 1 on a server without batches, which has no write modes either. */
async function batchSizeFor(client: Client, { batchSize, mode }: ImportSettings): Promise<number> {
  if (await client.offers('batch')) return batchSize
  if (mode !== 'upsert') throw new Failure('not_offered', { values: { what: `--mode ${mode}` } })
  return 1
}

function createJob(
  { context, settings, source }: ImportRequest,
  {
    mapping,
    listId,
    batchSize,
    keepsStatus,
  }: Required<Pick<ImportJob, 'mapping' | 'listId' | 'batchSize' | 'keepsStatus'>>,
): ImportJob {
  const { target, delimiter, encoding, sheet, mode, maxRejects } = settings
  const nonce = newUuid()
  const { path, sha256 } = source.file ?? { path: source.path, sha256: nonce }
  const apiUrl = context.settings.apiUrl?.value ?? ''
  const format = {
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
  }
  return {
    version: 1,
    id: importId({ sha256, apiUrl, target, mapping, mode, ...format }),
    file: path,
    sha256,
    apiUrl,
    listId,
    mode,
    mapping,
    ...format,
    batchSize,
    keepsStatus,
    rejects: rejectsPath(source, settings.rejects),
    ...(maxRejects !== undefined && { maxRejects }),
    nonce,
    startedAt: new Date(context.host.clock.now()).toISOString(),
  }
}

/** Throws import_unfinished: starting again would resend rows and lose the position. */
async function refuseUnfinished(folder: string, id: string): Promise<void> {
  const known = await readJournal(journalPath(folder, id))
  if (!known) return
  const { startedAt: since } = known.job
  throw new Failure('import_unfinished', { values: { since, resume: resumeCommand(id) } })
}

export async function createList(
  { flags }: Context,
  client: Client,
  target: ImportSettings['target'],
): Promise<string> {
  if (!('create' in target)) throw new Failure('internal')
  const { idempotencyKey = newUuid() } = flags
  const { data } = await client.call(lists.create, { name: target.create }, { idempotencyKey })
  // Another server may not answer the id, and a retry would create a second list.
  if (data.id === undefined) throw new Failure('id_not_told', { values: { name: target.create } })
  return String(data.id)
}
