import type { Context } from '../context/context.ts'
import type { ImportResult } from './counts.ts'

interface RejectCounts {
  rows: number
  rejected: number
  /** Whether an import would stop at them. */
  wouldStop: boolean
}

/** Says at the end of a dry run that rows are invalid. They are no failure, because nothing was sent. */
export async function warnOfRejects(
  { output, messages }: Context,
  { rows, rejected, wouldStop }: RejectCounts,
): Promise<void> {
  if (rejected === 0) return
  const { wouldReject, wouldStop: stops } = messages.imports
  const sentence = wouldReject(output.local.number(rejected), output.local.number(rows))
  await output.warn(wouldStop ? `${sentence} ${stops}` : sentence)
}

/** Says how many more invalid rows there are than the table shows, and where all of them are written. */
export function noteRejects(
  { output, messages }: Context,
  {
    rejected,
    rejects = [],
    rejects_file: file,
  }: Pick<ImportResult, 'rejected' | 'rejects' | 'rejects_file'>,
): void {
  const { allRejects, fixRejects, moreRejects } = messages.imports
  const more = rejected - rejects.length
  if (more > 0) output.note(moreRejects(output.local.number(more)))
  if (file !== null) output.note(fixRejects(file))
  else if (rejected > 0) output.note(allRejects)
}

/** Says what an import would do, and what of it the tables do not show. */
export function noteFindings(context: Context, result: ImportResult): void {
  const { output, messages } = context
  const { imports } = messages
  const { local } = output
  const { created, updated, skipped, warnings = [] } = result
  if (created === null || updated === null || skipped === null) output.note(imports.unknownOutcome)
  else {
    const { number } = local
    output.note(imports.wouldDo(number(created), number(updated), number(skipped)))
  }
  noteRejects(context, result)
  const doubtful = Object.values(result.doubtful ?? {}).reduce((sum, count) => sum + count, 0)
  if (doubtful > warnings.length) {
    output.note(imports.moreDoubtful(local.number(doubtful - warnings.length)))
  }
  if (doubtful > 0) output.note(imports.cleanLater)
}
