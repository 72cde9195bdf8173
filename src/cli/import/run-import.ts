import type { Failure } from '../../core/failure.ts'
import { limitHeapGrowth } from '../../core/heap.ts'
import { keptStatuses } from '../../tabular/consent.ts'
import type { Context } from '../context/context.ts'
import { noteNextStep } from '../next-steps/note-next-step.ts'
import { viewWithNames } from '../references/shown-names.ts'
import { createCounts, type ImportCounts, type KeptStatuses, resultOf } from './counts.ts'
import { importRows } from './import-rows.ts'
import type { ImportRun } from './import-run.ts'
import { importedInPart } from './imported-in-part.ts'
import { noteFindings, warnOfRejects } from './note-findings.ts'
import {
  type Breach,
  createRejectLimit,
  parseMaxRejects,
  type RejectLimit,
} from './reject-limit.ts'
import { viewOf } from './result-view.ts'
import { reportStop, tooManyRejects } from './stop.ts'

/**
 * Runs an import and shows its result. Throws done_in_part for rejected rows, or why it stopped. A dry
 * run reads the whole file, and fails only for more rejects than `--max-rejects`.
 */
export async function runImport(run: ImportRun): Promise<void> {
  const { context, job, table, rejects, rehearsal, firstRejects, journal } = run
  const { output, messages, host } = context
  const { importing, checking, fixRejects } = messages.imports
  const counts = createCounts()
  const max = job.maxRejects === undefined ? undefined : parseMaxRejects(job.maxRejects)
  const limit = createRejectLimit(max)
  const progress = await output.startProgress(rehearsal ? checking : importing)
  const start = host.clock.now()
  const tooMany = (breach: Breach) => tooManyRejects(context, { job, breach, limit, counts })
  let rejectsFile: string | null
  limitHeapGrowth('rows')
  try {
    const stopsAt = rehearsal ? endless(limit) : limit
    const { stopped } = host
    await importRows({ ...run, limit: stopsAt, counts, progress, stopped, tooMany })
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
  const findings = rehearsal?.findings()
  const isDryRun = rehearsal !== undefined
  const end = { listId, rejectsFile, ms, isDryRun, findings, rejects: firstRejects }
  const result = resultOf(counts, end)
  const view = await viewWithNames(context, { one: result, view: viewOf(result) })
  await output.show({ one: result, view })
  noteKept(context, counts.kept)
  if (isDryRun) noteFindings(context, result)
  else if (rejectsFile !== null) output.note(fixRejects(rejectsFile))
  if (rehearsal) await endRehearsal(context, { counts, breach: limit.breach(true), max, tooMany })
  else if (counts.rejected > 0 && !max) {
    throw importedInPart({ failed: counts.rejected, total: counts.rows })
  } else await noteNextStep(context, 'lists import', { list: listId })
}

/** The limit, without stopping at it. */
const endless = (limit: RejectLimit): RejectLimit => ({ ...limit, breach: () => undefined })

interface RehearsalEnd {
  counts: ImportCounts
  breach: Breach | undefined
  max: object | undefined
  tooMany: (breach: Breach) => Failure
}

/** Warns of rejects. Throws for more than the user allows, so that a script can check a file. */
async function endRehearsal(
  context: Context,
  { counts, breach, max, tooMany }: RehearsalEnd,
): Promise<void> {
  if (breach && max) throw tooMany(breach)
  await warnOfRejects(context, { ...counts, wouldStop: breach !== undefined })
}

/** Says how many contacts are kept with their status and get no mail. */
export function noteKept({ output, messages }: Context, kept: KeptStatuses): void {
  const counts = keptStatuses.flatMap((status) => {
    const count = kept[status] ?? 0
    return count > 0 ? [`${output.local.number(count)} ${messages.imports.keptAs[status]}`] : []
  })
  if (counts.length > 0) output.note(messages.imports.kept(counts.join(', ')))
}
