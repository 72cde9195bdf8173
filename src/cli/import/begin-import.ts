import type { Client } from '../../client/client.ts'
import { lists } from '../../contract/modules/lists.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { type Mapping, mapColumns } from '../../tabular/mapping.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context.ts'
import { findListId } from '../input/list-name.ts'
import { carryOut } from './carry-out.ts'
import { describeTable } from './describe-table.ts'
import { importId } from './import-id.ts'
import { createJournal, type ImportJob, journalPath, readJournal } from './journal.ts'
import { readListFields } from './list-fields.ts'
import { openRejectsFile, rejectsPath, requireWritable, tryRejectsFile } from './rejects-file.ts'
import type { ImportSettings } from './settings.ts'
import { openSource, openSourceTable, type Source } from './source.ts'
import { lockFile, makeImportsFolder } from './state-folder.ts'
import { resumeCommand } from './stop.ts'

interface Asked {
  context: Context
  settings: ImportSettings
  source: Source
  table: Table
}

/** Begins an import and carries it out; shows its result. */
export async function beginImport(
  context: Context,
  path: string,
  settings: ImportSettings,
): Promise<void> {
  const source = await openSource(path, context)
  const table = await openSourceTable(source, context, settings)
  try {
    await requireWritable(rejectsPath(source, settings.rejects))
    const asked = { context, settings, source, table }
    await (context.flags.dryRun ? rehearse(asked) : begin(asked))
  } finally {
    await table.close()
  }
}

/** Everything but the sending; the server is asked only about a list that is there. */
async function rehearse(asked: Asked): Promise<void> {
  const { context, settings, source, table } = asked
  const { target, rejects, concurrency } = settings
  const known = 'list' in target ? await findListId(context, target.list) : undefined
  const mapping = await mapTable(
    asked,
    known === undefined ? undefined : await context.client(),
    known,
  )
  const job = jobOf(asked, { mapping, listId: known ?? '', batchSize: settings.batchSize })
  const path = job.rejects
  await carryOut({
    context,
    job,
    table,
    client: undefined,
    journal: undefined,
    rejects: tryRejectsFile(rejects !== undefined, { table, path, words: context.words }),
    concurrency,
    bytes: source.file?.bytes,
  })
}

async function begin(asked: Asked): Promise<void> {
  const { context, settings, source, table } = asked
  const { clock } = context.host
  const folder = await makeImportsFolder(context)
  const release = source.file ? lockFile(folder, source.file.sha256, clock) : () => {}
  try {
    const client = await context.client()
    const { target, concurrency } = settings
    const known = 'list' in target ? await findListId(context, target.list) : undefined
    const mapping = await mapTable(asked, client, known)
    const batchSize = await batchSizeFor(client, settings)
    const planned = jobOf(asked, { mapping, listId: known ?? '', batchSize })
    await refuseUnfinished(folder, planned.id)
    const job = { ...planned, listId: known ?? (await createList(context, client, target)) }
    const journal = source.file && (await createJournal(folder, job, clock))
    if (!journal) context.output.note(context.words.imports.notResumable)
    const { words } = context
    const rejects = await openRejectsFile(folder, job.id, { table, path: job.rejects, words })
    const bytes = source.file?.bytes
    await carryOut({ context, job, table, client, journal, rejects, concurrency, bytes })
  } finally {
    release()
  }
}

/** Says what it made of the file. */
async function mapTable(
  { context, settings, table }: Asked,
  client: Client | undefined,
  listId: string | undefined,
): Promise<Mapping> {
  const fields = client && listId !== undefined ? await readListFields(client, listId) : []
  const mapping = mapColumns(table.header.cells, { fields, overrides: settings.overrides })
  for (const line of describeTable(table.format, mapping, context.words)) context.output.note(line)
  return mapping
}

/** One by one where the server does not take many at once; there it knows of no modes either. */
async function batchSizeFor(client: Client, { batchSize, mode }: ImportSettings): Promise<number> {
  if (await client.offers('batch')) return batchSize
  if (mode !== 'upsert') throw new Failure('not_offered', { values: { what: `--mode ${mode}` } })
  return 1
}

function jobOf(
  { context, settings, source }: Asked,
  { mapping, listId, batchSize }: Pick<ImportJob, 'mapping' | 'listId' | 'batchSize'>,
): ImportJob {
  const { target, delimiter, encoding, sheet, mode, maxRejects } = settings
  const nonce = newUuid()
  const { path, sha256 } = source.file ?? { path: source.path, sha256: nonce }
  const apiUrl = context.settings.apiUrl?.value ?? ''
  const asSaid = {
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
  }
  return {
    version: 1,
    id: importId({ sha256, apiUrl, target, mapping, mode, ...asSaid }),
    file: path,
    sha256,
    apiUrl,
    listId,
    mode,
    mapping,
    ...asSaid,
    batchSize,
    rejects: rejectsPath(source, settings.rejects),
    ...(maxRejects !== undefined && { maxRejects }),
    nonce,
    startedAt: new Date(context.host.clock.now()).toISOString(),
  }
}

/** Begun again it would send again what is there already, and forget where it was. */
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
  // Of another server, to which a second try would be a second list.
  if (data.id === undefined) throw new Failure('id_not_told', { values: { name: target.create } })
  return String(data.id)
}
