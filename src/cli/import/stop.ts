import { Failure, failureTable } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import type { ImportCounts } from './counts.ts'
import type { ImportRun } from './import-run.ts'
import type { ImportJob } from './journal.ts'
import type { Breach, RejectLimit } from './reject-limit.ts'
import { createDescribe } from './rejects-file.ts'

export const resumeCommand = (id: string): string => `remite lists imports resume ${id}`

interface Refusals {
  job: Pick<ImportJob, 'maxRejects'>
  breach: Breach
  limit: RejectLimit
  counts: Pick<ImportCounts, 'rows' | 'rejected'>
}

/** Names the exceeded limit and the most frequent reason. */
export function tooManyRejects({ messages }: Context, refusals: Refusals): Failure {
  const { job, breach, limit, counts } = refusals
  const { halfOfStart, overLimit } = messages.imports
  const mostFrequent = limit.prevailing()
  return new Failure('too_many_rejects', {
    values: {
      rejected: counts.rejected,
      read: counts.rows,
      limit: breach === 'start' ? halfOfStart : overLimit(job.maxRejects ?? ''),
      ...(mostFrequent && {
        line: mostFrequent.line,
        reason: createDescribe(messages)(mostFrequent),
        reason_code: mostFrequent.code,
      }),
    },
  })
}

/** Reports how far a stopped import came. Returns the failure with the command that resumes it. */
export async function reportStop(
  { context, rejects, journal }: ImportRun,
  counts: ImportCounts,
  error: unknown,
): Promise<unknown> {
  const { output, messages } = context
  const { rejectsIn, processed, continueAnyway } = messages.imports
  const isOverLimit = error instanceof Failure && error.code === 'too_many_rejects'
  if (isOverLimit || !journal) {
    // A write error here matters less than what stopped the import.
    const file = await rejects.deliver().catch(() => null)
    if (file !== null) output.note(rejectsIn(file))
  } else await rejects.abandon()
  output.note(processed(output.local.number(counts.processed)))
  if (!journal || !(error instanceof Failure) || isBadFile(error)) return error
  const resume = resumeCommand(journal.job.id)
  if (isOverLimit) {
    // The server accepted nothing, so there is nothing to resume once the mapping is fixed.
    if (counts.processed === counts.rejected) await journal.remove()
    else output.note(continueAnyway(`${resume} --max-rejects 100%`))
    return error
  }
  const { values, ...details } = error.details
  const more = { ...values, settled: counts.processed, resume }
  return new Failure(error.code, { ...details, values: more }, { cause: error })
}

/** Whether the file itself is invalid. Resuming would fail at the same row. */
const isBadFile = ({ code }: Failure): boolean => failureTable[code].exit === 2
