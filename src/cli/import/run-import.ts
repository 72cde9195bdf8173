import { Failure } from '../../core/failure.ts'
import { minimizeHeap } from '../../core/heap.ts'
import { keptStatuses } from '../../tabular/consent.ts'
import { number, text } from '../command/view.ts'
import type { Context } from '../context/context.ts'
import type { View } from '../output/document.ts'
import { createCounts, type ImportResult, type KeptStatuses, resultOf } from './counts.ts'
import { importRows } from './import-rows.ts'
import type { ImportRun } from './import-run.ts'
import { type Breach, createRejectLimit, parseMaxRejects } from './reject-limit.ts'
import { reportStop, tooManyRejects } from './stop.ts'

/** Runs an import and shows its result. Throws done_in_part for rejected rows, or why it stopped. */
export async function runImport(run: ImportRun): Promise<void> {
  const { context, job, table, rejects, client, journal } = run
  const { output, messages, host } = context
  const { importing, checking, fixRejects } = messages.imports
  const counts = createCounts()
  const max = job.maxRejects === undefined ? undefined : parseMaxRejects(job.maxRejects)
  const limit = createRejectLimit(max)
  const progress = await output.startProgress(client ? importing : checking)
  const start = host.clock.now()
  let rejectsFile: string | null
  minimizeHeap()
  try {
    const tooMany = (breach: Breach) => tooManyRejects(context, { job, breach, limit, counts })
    await importRows({ ...run, limit, counts, progress, stopped: host.stopped, tooMany })
    rejectsFile = await rejects.deliver()
  } catch (error) {
    throw await reportStop(run, counts, error)
  } finally {
    progress.clear()
    await journal?.close()
  }
  await journal?.remove()
  const strayBytes = table.format.kind === 'csv' ? table.format.strayBytes : 0
  if (strayBytes > 0) output.note(messages.tabular.strayBytes(output.local.number(strayBytes)))
  const listId = job.listId === '' ? null : job.listId
  const ms = host.clock.now() - start
  const result = resultOf(counts, { listId, rejectsFile, ms, isDryRun: client === undefined })
  await output.show({ one: result, view: viewOf(result) })
  noteKept(context, counts.kept)
  if (rejectsFile !== null) output.note(fixRejects(rejectsFile))
  if (counts.rejected > 0 && !max) {
    throw new Failure('done_in_part', { values: { failed: counts.rejected, total: counts.rows } })
  }
}

/** Says how many contacts are kept with their status and get no mail. */
export function noteKept({ output, messages }: Context, kept: KeptStatuses): void {
  const counts = keptStatuses.flatMap((status) => {
    const count = kept[status] ?? 0
    return count > 0 ? [`${output.local.number(count)} ${messages.imports.keptAs[status]}`] : []
  })
  if (counts.length > 0) output.note(messages.imports.kept(counts.join(', ')))
}

/** The columns of a result. A dry run creates and updates nothing. */
export const viewOf = ({ dry_run: isDryRun }: Pick<ImportResult, 'dry_run'>): View => ({
  fields: [
    { ...text('list_id'), header: 'list' },
    number('rows'),
    ...(isDryRun ? ['accepted'] : ['created', 'updated', 'skipped']).map(number),
    number('duplicates'),
    number('rejected'),
    text('rejects_file'),
    number('seconds'),
    number('rate'),
  ],
  id: 'list_id',
})
