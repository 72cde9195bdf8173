import { Failure } from '../../core/failure.ts'
import { keepHeapSmall } from '../../core/heap.ts'
import type { View } from '../output/document.ts'
import { number, text } from '../view.ts'
import { type Breach, createRejectLimit, parseMaxRejects } from './reject-limit.ts'
import { runImport } from './run-import.ts'
import { tellStop, tooManyRejects } from './stop.ts'
import { createTally, type ImportResult, resultOf } from './tally.ts'
import type { Undertaking } from './undertaking.ts'

/** Carries an import out and shows its result; throws done_in_part after that, or why it stopped before. */
export async function carryOut(undertaking: Undertaking): Promise<void> {
  const { context, job, table, rejects, client, journal } = undertaking
  const { output, words, host } = context
  const { importing, checking, mendRejects } = words.imports
  const tally = createTally()
  const max = job.maxRejects === undefined ? undefined : parseMaxRejects(job.maxRejects)
  const limit = createRejectLimit(max)
  const progress = await output.startProgress(client ? importing : checking)
  const start = host.clock.now()
  let rejectsFile: string | null
  keepHeapSmall()
  try {
    const tooMany = (breach: Breach) => tooManyRejects(context, { job, breach, limit, tally })
    await runImport({ ...undertaking, limit, tally, progress, stopped: host.stopped, tooMany })
    rejectsFile = await rejects.deliver()
  } catch (error) {
    throw await tellStop(undertaking, tally, error)
  } finally {
    progress.clear()
    await journal?.close()
  }
  await journal?.remove()
  const strayBytes = table.format.kind === 'csv' ? table.format.strayBytes : 0
  if (strayBytes > 0) output.note(words.tabular.strayBytes(output.local.number(strayBytes)))
  const listId = job.listId === '' ? null : job.listId
  const ms = host.clock.now() - start
  const result = resultOf(tally, { listId, rejectsFile, ms, isDryRun: client === undefined })
  await output.show({ one: result, view: viewOf(result) })
  if (rejectsFile !== null) output.note(mendRejects(rejectsFile))
  if (tally.rejected > 0 && !max) {
    throw new Failure('done_in_part', { values: { failed: tally.rejected, total: tally.rows } })
  }
}

/** A rehearsal has nothing created or updated to show. */
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
