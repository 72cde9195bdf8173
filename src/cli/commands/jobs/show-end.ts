import type { Answer } from '../../../contract/endpoint.ts'
import type { jobs } from '../../../contract/modules/jobs.ts'
import { Failure, type FailureCode, failureTable } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { followJob, type JobPlace } from '../../import/follow-job.ts'
import type { View } from '../../output/document.ts'

export type Job = Answer<typeof jobs.get>

/**
 * Waits until a job has ended and shows it. Then says in the exit code what did not go well:
 * `still_running` when the time ran out, or what ended it too early.
 */
export async function showJobEnd(
  context: Context,
  place: JobPlace,
  { timeout, viewOf }: { timeout: string | undefined; viewOf: (job: Job) => View<Job> },
): Promise<void> {
  const job = await followJob(context, place, timeout, context.words.operating.working)
  await context.output.show({ one: job, view: viewOf(job) })
  const { status, error } = job
  if (status === 'cancelled') throw new Failure('wrong_state', { values: { status } })
  if (status === 'failed') {
    throw new Failure(error !== null && error in failureTable ? (error as FailureCode) : 'internal')
  }
}
