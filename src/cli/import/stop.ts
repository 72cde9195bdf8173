import { Failure, failureTable } from '../../core/failure.ts'
import type { Context } from '../context.ts'
import type { ImportJob } from './journal.ts'
import type { Breach, RejectLimit } from './reject-limit.ts'
import { describeWith } from './rejects-file.ts'
import type { Tally } from './tally.ts'
import type { Undertaking } from './undertaking.ts'

export const resumeCommand = (id: string): string => `remite lists imports resume ${id}`

interface Refusals {
  job: Pick<ImportJob, 'maxRejects'>
  breach: Breach
  limit: RejectLimit
  tally: Tally
}

/** Which limit was passed, and what is wrong with most of the rows. */
export function tooManyRejects({ words }: Context, refusals: Refusals): Failure {
  const { job, breach, limit, tally } = refusals
  const { halfOfStart, overLimit } = words.imports
  const most = limit.prevailing()
  return new Failure('too_many_rejects', {
    values: {
      rejected: tally.rejected,
      read: tally.rows,
      limit: breach === 'start' ? halfOfStart : overLimit(job.maxRejects ?? ''),
      ...(most && { line: most.line, reason: describeWith(words)(most), reason_code: most.code }),
    },
  })
}

/** Tells how far an import came when it stopped; returns the failure, with how it goes on. */
export async function tellStop(
  { context, rejects, journal }: Undertaking,
  tally: Tally,
  error: unknown,
): Promise<unknown> {
  const { output, words } = context
  const { rejectsIn, settled, goOnAnyway } = words.imports
  const isOverLimit = error instanceof Failure && error.code === 'too_many_rejects'
  if (isOverLimit || !journal) {
    // That they can't be written is the lesser news beside what stopped the import.
    const file = await rejects.deliver().catch(() => null)
    if (file !== null) output.note(rejectsIn(file))
  } else await rejects.abandon()
  output.note(settled(output.local.number(tally.settled)))
  if (!journal || !(error instanceof Failure) || isOfTheFile(error)) return error
  const resume = resumeCommand(journal.job.id)
  if (isOverLimit) {
    // The server took nothing: whoever mends the mapping begins anew, and nothing waits to be resumed.
    if (tally.settled === tally.rejected) await journal.remove()
    else output.note(goOnAnyway(`${resume} --max-rejects 100%`))
    return error
  }
  const { values, ...details } = error.details
  const more = { ...values, settled: tally.settled, resume }
  return new Failure(error.code, { ...details, values: more }, { cause: error })
}

/** A file that is no good in its middle is no better when it is taken up again. */
const isOfTheFile = ({ code }: Failure): boolean => failureTable[code].exit === 2
