import type { Answer } from '../../contract/endpoint.ts'
import type { jobs } from '../../contract/modules/jobs.ts'
import { Failure, type FailureCode, failureTable } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import type { View } from '../output/document.ts'
import { followJob, type JobReference } from '../waiting/follow-job.ts'

export type Job = Answer<typeof jobs.get>

/**
 * Waits until a job has finished and shows it. Then throws `still_running` after the timeout, or why the
 * job failed.
 */
export async function showJobEnd(
  context: Context,
  reference: JobReference,
  { timeout, viewOf }: { timeout: string | undefined; viewOf: (job: Job) => View<Job> },
): Promise<void> {
  const job = await followJob(context, reference, timeout, context.messages.operating.working)
  await context.output.show({ one: job, view: viewOf(job) })
  const { status, error } = job
  if (status === 'cancelled') throw new Failure('wrong_state', { values: { status } })
  if (status === 'failed') {
    throw new Failure(error !== null && error in failureTable ? (error as FailureCode) : 'internal')
  }
}
