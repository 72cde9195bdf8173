import type { Client } from '../../client/client.ts'
import { lists } from '../../contract/modules/lists.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { mapsConsent } from '../../tabular/consent.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import { showIfAsked } from '../forms/fill-in.ts'
import { readListFields } from '../input/list-fields.ts'
import { shellQuoted } from '../sending/rerun-command.ts'
import { type ChosenList, chooseList } from './choose-list.ts'
import { type ColumnPlan, planColumns } from './column-plan.ts'
import { importId } from './import-id.ts'
import { lockFile, makeImportsFolder } from './imports-folder.ts'
import { createJournal, type ImportJob, journalPath, readJournal } from './journal.ts'
import { readKnownAddresses } from './known-addresses.ts'
import { createFields } from './new-fields.ts'
import { createRehearsal } from './rehearsal.ts'
import { openRejectsFile, rejectsPath, requireWritable, tryRejectsFile } from './rejects-file.ts'
import { runImport } from './run-import.ts'
import { openScannedTable, type RowScan } from './scan-rows.ts'
import { createBatchSender } from './send-batch.ts'
import type { ImportSettings, ListTarget } from './settings.ts'
import { rememberRejects } from './shown-rows.ts'
import { openSource, type Source } from './source.ts'
import { resumeCommand } from './stop.ts'

interface ImportRequest {
  context: Context
  /** The arguments, without what was asked since. */
  typed: readonly string[]
  settings: ImportSettings
  chosen: ChosenList
  source: Source
  table: Table
  scan: RowScan
}

/** Starts an import, runs it and shows its result. */
export async function startImport(
  context: Context,
  path: string,
  settings: ImportSettings,
): Promise<void> {
  const source = await openSource(path, context)
  const { argv: typed } = context.host
  const { table, scan } = await openScannedTable(source, context, settings)
  try {
    await requireWritable(rejectsPath(source, settings.rejects))
    const chosen = await chooseList(context, path, settings.target)
    if (settings.tags.length > 0) {
      context.output.note(context.messages.imports.tagged(settings.tags.join(', ')))
    }
    const request = { context, typed, settings, chosen, source, table, scan }
    await (context.flags.dryRun ? dryRun(request) : start(request))
  } finally {
    await table.close()
  }
}

/** Does everything except sending. Reads from the server only if the list exists. */
async function dryRun(request: ImportRequest): Promise<void> {
  const { context, settings, chosen, source, table } = request
  const { messages, host } = context
  const { mode, rejects, concurrency, batchSize } = settings
  const known = numberOf(chosen)
  const client = known === undefined ? undefined : await context.client()
  const { mapping, newFields } = await planFor(request, client, known)
  const keepsStatus = await keepsStatusAt(client, mapping)
  const job = createJob(request, { mapping, listId: known ?? '', batchSize, keepsStatus })
  const addresses =
    client && known !== undefined
      ? await readKnownAddresses(client, known, host.stopped)
      : new Set<string>()
  const rehearsal = await createRehearsal({ messages, mode, known: addresses, newFields })
  const { file, rows } = rememberRejects(
    tryRejectsFile(rejects !== undefined, { table, path: job.rejects, messages }),
    messages,
  )
  await runImport({
    context,
    job,
    table,
    sender: rehearsal,
    rehearsal,
    journal: undefined,
    rejects: file,
    firstRejects: rows,
    concurrency,
    bytes: source.file?.bytes,
  })
}

async function start(request: ImportRequest): Promise<void> {
  const { context, settings, chosen, source, table } = request
  const { clock } = context.host
  const folder = await makeImportsFolder(context)
  const release = source.file ? lockFile(folder, source.file.sha256, clock) : () => {}
  try {
    const client = await context.client()
    const known = numberOf(chosen)
    const plan = await planFor(request, client, known)
    const batchSize = await batchSizeFor(client, settings)
    const keepsStatus = await keepsStatusAt(client, plan.mapping)
    const facts = { batchSize, keepsStatus }
    const planned = createJob(request, { ...facts, mapping: plan.mapping, listId: known ?? '' })
    await refuseUnfinished(folder, planned.id)
    const listId = known ?? (await createList(context, client, chosen.target))
    const mapping = await createFields(client, listId, plan)
    const job = createJob(request, { ...facts, mapping, listId, planned })
    const journal = source.file && (await createJournal(folder, job, clock))
    if (!journal) context.output.note(context.messages.imports.notResumable)
    const { messages } = context
    const rejects = await openRejectsFile(folder, job.id, { table, path: job.rejects, messages })
    const sender = createBatchSender({ client, job })
    const bytes = source.file?.bytes
    const { concurrency } = settings
    await runImport({ context, job, table, sender, journal, rejects, concurrency, bytes })
  } finally {
    release()
  }
}

const numberOf = ({ target }: ChosenList): string | undefined =>
  'list' in target ? target.list : undefined

/** Maps the columns to the fields of the list, and prints the mapping. */
async function planFor(
  { context, typed, settings, table, scan }: ImportRequest,
  client: Client | undefined,
  listId: string | undefined,
): Promise<ColumnPlan> {
  const fields = client && listId !== undefined ? await readListFields(client, listId) : []
  const { overrides, createsFields } = settings
  const plan = await planColumns({ context, table, scan, fields, overrides, createsFields })
  showIfAsked(context, typed)
  return plan
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

interface JobFacts
  extends Required<Pick<ImportJob, 'mapping' | 'listId' | 'batchSize' | 'keepsStatus'>> {
  /** The job before its list and fields were created. */
  planned?: ImportJob
}

function createJob(
  { context, settings, chosen, source }: ImportRequest,
  { mapping, listId, batchSize, keepsStatus, planned }: JobFacts,
): ImportJob {
  const { delimiter, encoding, sheet, mode, maxRejects, tags } = settings
  const nonce = planned?.nonce ?? newUuid()
  const { path, sha256 } = source.file ?? { path: source.path, sha256: nonce }
  const apiUrl = context.settings.apiUrl?.value ?? ''
  const format = {
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
    ...(tags.length > 0 && { tags }),
  }
  // The same command has to lead to the same id, also after its list and fields were created.
  const isCreated = planned !== undefined && 'create' in chosen.target && !chosen.isAsked
  const target = listId !== '' && !isCreated ? { list: listId } : chosen.target
  const id = isCreated ? planned.id : importId({ sha256, apiUrl, target, mapping, mode, ...format })
  return {
    version: 1,
    id,
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
  target: ListTarget,
): Promise<string> {
  if (!('create' in target)) throw new Failure('internal')
  const { idempotencyKey = newUuid() } = flags
  const { data } = await client
    .call(lists.create, { name: target.create }, { idempotencyKey })
    .catch((error) => {
      throw asListExists(error, target.create)
    })
  // Another server may not answer the id, and a retry would create a second list.
  if (data.id === undefined) throw new Failure('id_not_told', { values: { name: target.create } })
  return String(data.id)
}

/** Suggests the list that has the name. */
function asListExists(error: unknown, name: string): unknown {
  if (!(error instanceof Failure) || error.code !== 'already_exists') return error
  const values = { reason: 'list_exists', name, use: `--list ${shellQuoted(name)}` }
  return new Failure('already_exists', { values }, { cause: error })
}
